// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes that texts hardly have: control characters, NULs among them.
//
// Cost: a word of eight bytes takes some ten instructions, twice as many where a byte of it is
// below 0x20; every page of an archive is asked for its first 64 KiB.

#include <cstddef>
#include <string_view>

namespace facsim {

// Those at even places are also counted apart: in UTF-16 they stand in one half of the pairs.
struct ControlBytes {
  std::size_t controls = 0;  // below 0x20 or 0x7F, but white space and the shifts of ISO 2022
  std::size_t even_controls = 0;
  std::size_t nuls = 0;
  std::size_t even_nuls = 0;

  bool operator==(const ControlBytes&) const = default;
};

[[nodiscard]] ControlBytes count_control_bytes(std::string_view bytes) noexcept;
// The same, byte by byte: what the other one is tested against.
[[nodiscard]] ControlBytes count_control_bytes_slowly(std::string_view bytes) noexcept;

}  // namespace facsim
