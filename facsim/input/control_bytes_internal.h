// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts bytes that are rare in texts: control characters and NULs.
//
// Cost: about ten instructions for a word of eight bytes, twice as many if one of its bytes is
// below 0x20. Runs on the first 64 KiB of every page of an archive.

#include <cstddef>
#include <string_view>

namespace facsim {

// Bytes at even places are also counted separately: in UTF-16, NULs are in one half of each pair.
struct ControlBytes {
  std::size_t controls = 0;  // below 0x20 or 0x7F, except white space and the shifts of ISO 2022
  std::size_t even_controls = 0;
  std::size_t nuls = 0;
  std::size_t even_nuls = 0;

  bool operator==(const ControlBytes&) const = default;
};

[[nodiscard]] ControlBytes count_control_bytes(std::string_view bytes) noexcept;
// The same, byte by byte: the reference for tests of the other one.
[[nodiscard]] ControlBytes count_control_bytes_slowly(std::string_view bytes) noexcept;

}  // namespace facsim
