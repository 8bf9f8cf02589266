// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sections as a builder wrote them, with bytes changed as the input specifies. A few bytes of input
// suffice to damage data that checksums would protect.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/index/sections.h"
#include "fuzz/support.h"

namespace facsim {

// Takes values from the front of an input; beyond its end all are 0.
class InputBytes {
 public:
  explicit InputBytes(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  std::uint64_t take(std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes && !bytes_.empty(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes_.front())} << (8 * i);
      bytes_.remove_prefix(1);
    }
    return value;
  }
  std::string_view take_text(std::size_t bytes) {
    const std::string_view text = bytes_.substr(0, bytes);
    bytes_.remove_prefix(text.size());
    return text;
  }

 private:
  std::string_view bytes_;
};

// A fault: 6 bytes of the input. It changes up to 8 bytes of a section or, if `at` is 0xffff, the
// section's length.
struct Fault {
  explicit Fault(InputBytes& in)
      : section(in.take(1)), at(in.take(2)), value(in.take(2)), bytes(1 + in.take(1) % 8) {}

  std::uint64_t section;
  std::uint64_t at;
  std::uint64_t value;
  std::uint64_t bytes;  // how many bytes it changes
};

// Copies the sections with these names; missing sections remain missing.
inline MemorySections with_faults(const SectionSource& source, std::span<const std::string> names,
                                  std::span<const Fault> faults) {
  MemorySections damaged;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto section = source.find(names[i]);
    if (!section) continue;
    std::vector<std::byte> bytes(section->begin(), section->end());
    for (const Fault& fault : faults) {
      if (fault.section % names.size() != i || bytes.empty()) continue;
      if (fault.at == 0xffff) {
        bytes.resize(bytes.size() + fault.value % 64 - std::min<std::size_t>(bytes.size(), 32));
        continue;
      }
      for (std::size_t b = 0; b < fault.bytes; ++b) {
        const std::size_t at = (fault.at + b) % bytes.size();
        bytes[at] ^= static_cast<std::byte>(fault.value >> (8 * (b % 2)));
      }
    }
    damaged.begin(names[i]);
    damaged.write(bytes);
    damaged.end();
  }
  return damaged;
}

}  // namespace facsim
