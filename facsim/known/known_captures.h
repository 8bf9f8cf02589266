// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fates of the captures that revisit records may refer to, as an index stores them.
//
// A revisit repeats a capture without its bytes, often days later. If that capture was removed, an
// index has no page with its id. So a key table (index/key_table.h) in each segment leads from all
// names of a capture (input/reference_keys.h) to its fate: the page that was kept for it, by a hash
// of its id. Keys and ids are 48 bits of a hash: among 1,000 million captures, one revisit in
// 280,000 is led to another capture. Cost: 9 bytes for each name of a capture, of which WARC
// responses of most crawlers have four; nothing if no input is a WARC. The sections are captures.*;
// docs/formats/page-sections.md has the bytes.

#include <cstdint>
#include <string>
#include <string_view>

#include "facsim/base/hash64.h"

namespace facsim {

inline constexpr std::string_view kCaptures = "captures";
inline constexpr unsigned kCaptureKeyBits = 48;

// The table's key for one of ReferenceKeys::apart().
[[nodiscard]] constexpr std::uint64_t capture_key(std::uint64_t key) noexcept {
  return key & ((std::uint64_t{1} << kCaptureKeyBits) - 1);
}
// The id's key for a page's label (PageName, label_of()).
[[nodiscard]] inline std::uint64_t kept_id_key(std::string_view label) noexcept {
  return capture_key(hash64(label));
}

// The fate of a capture, as one number. If captures of one name have different fates, the smallest
// number counts: a kept page before a removed one, and both before captures that are not pages.
class CaptureFate {
 public:
  // The capture is not a page, so every copy contains it.
  CaptureFate() noexcept : number_(kNoPageBit) {}
  [[nodiscard]] static CaptureFate kept(std::uint64_t id_key) noexcept {
    return CaptureFate(id_key);
  }
  // It was removed, for the page of that id.
  [[nodiscard]] static CaptureFate removed_for(std::uint64_t id_key) noexcept {
    return CaptureFate(kRemovedBit | id_key);
  }
  // Converts a stored number() back; other bits of a foreign number are ignored.
  [[nodiscard]] static CaptureFate of_number(std::uint64_t number) noexcept {
    return CaptureFate(number);
  }
  static constexpr std::uint64_t kNumbersEnd = std::uint64_t{1} << (kCaptureKeyBits + 2);

  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] bool is_no_page() const noexcept { return (number_ & kNoPageBit) != 0; }
  [[nodiscard]] bool is_removed() const noexcept { return (number_ & kRemovedBit) != 0; }
  // The key of the page that was kept.
  [[nodiscard]] std::uint64_t id_key() const noexcept { return capture_key(number_); }

 private:
  static constexpr std::uint64_t kRemovedBit = std::uint64_t{1} << kCaptureKeyBits;
  static constexpr std::uint64_t kNoPageBit = kRemovedBit << 1;

  explicit CaptureFate(std::uint64_t number) noexcept : number_(number) {}

  std::uint64_t number_;
};

}  // namespace facsim
