// SPDX-License-Identifier: Apache-2.0
#pragma once
// The packings of files, and how to detect them.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// The numbers are stored in matches.facsim: append new ones at the end.
enum class Packing { none = 0, gzip = 1, zstd = 2, lz4 = 3, xz = 4, bzip2 = 5 };
[[nodiscard]] std::string_view name_of(Packing packing) noexcept;

// Detects the packing by the first bytes of a file (magic numbers), not by its name. Needs up to 10
// bytes.
[[nodiscard]] Packing packing_of(std::string_view first_bytes) noexcept;

// True if a bzip2 stream begins here, by its first ten bytes.
[[nodiscard]] bool begins_bzip2(std::string_view bytes) noexcept;
// True if a skippable frame begins here; zstd and lz4 share them.
[[nodiscard]] bool begins_skippable(std::string_view bytes) noexcept;

// The first four bytes as a little-endian number; missing bytes count as zero.
[[nodiscard]] std::uint32_t load_le32(std::string_view bytes) noexcept;

// What is wrong with a packed file.
struct Damage {
  std::string what;                 // "gzip member is cut short", "zstd frame is damaged: ..."
  std::uint64_t packed_offset = 0;  // offset in the packed file
  bool outside_members = false;     // all members are undamaged, and the damage is after them
};

}  // namespace facsim
