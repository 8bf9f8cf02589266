// SPDX-License-Identifier: Apache-2.0
#pragma once
// What became of the captures that revisit records may refer to, as an index remembers it.
//
// A revisit repeats a capture without its bytes, often days after it. Where that capture was
// removed, an index has no page of its id, so a key table (index/key_table.h) in each segment leads
// from all that a capture may be called (input/reference_keys.h) to what became of it: the page
// that was kept for it, by a hash of its id. Keys and ids are 48 bits of a hash: among 1,000
// million captures one revisit in 280,000 is led to another capture. Cost: 9 bytes for each name of
// a capture, of which WARC responses of most crawlers have four; nothing where no input is a WARC.
// Sections captures.*; docs/formats/page-sections.md has the bytes.

#include <cstdint>
#include <string>
#include <string_view>

#include "facsim/base/hash64.h"

namespace facsim {

inline constexpr std::string_view kCaptures = "captures";
inline constexpr unsigned kCaptureKeyBits = 48;

// Of one of ReferenceKeys::apart().
[[nodiscard]] constexpr std::uint64_t capture_key(std::uint64_t key) noexcept {
  return key & ((std::uint64_t{1} << kCaptureKeyBits) - 1);
}
// Of a page's label (PageName, label_of()).
[[nodiscard]] inline std::uint64_t kept_id_key(std::string_view label) noexcept {
  return capture_key(hash64(label));
}

// What became of a capture, as one number. Where captures of one name came to different ends, the
// smallest number counts: a kept page before a removed one, and both before what is no page.
class CaptureFate {
 public:
  // It is no page, so every copy has it.
  CaptureFate() noexcept : number_(kNoPageBit) {}
  [[nodiscard]] static CaptureFate kept(std::uint64_t id_key) noexcept {
    return CaptureFate(id_key);
  }
  // For the page of that id.
  [[nodiscard]] static CaptureFate removed_for(std::uint64_t id_key) noexcept {
    return CaptureFate(kRemovedBit | id_key);
  }
  // A number() that was stored; of any other one the bits that mean something.
  [[nodiscard]] static CaptureFate of_number(std::uint64_t number) noexcept {
    return CaptureFate(number);
  }
  static constexpr std::uint64_t kNumbersEnd = std::uint64_t{1} << (kCaptureKeyBits + 2);

  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] bool is_no_page() const noexcept { return (number_ & kNoPageBit) != 0; }
  [[nodiscard]] bool is_removed() const noexcept { return (number_ & kRemovedBit) != 0; }
  // Of the page that was kept.
  [[nodiscard]] std::uint64_t id_key() const noexcept { return capture_key(number_); }

 private:
  static constexpr std::uint64_t kRemovedBit = std::uint64_t{1} << kCaptureKeyBits;
  static constexpr std::uint64_t kNoPageBit = kRemovedBit << 1;

  explicit CaptureFate(std::uint64_t number) noexcept : number_(number) {}

  std::uint64_t number_;
};

}  // namespace facsim
