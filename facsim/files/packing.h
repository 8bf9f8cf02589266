// SPDX-License-Identifier: Apache-2.0
#pragma once
// How files are packed, and how that is told.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// Numbers of matches.facsim: new ones come last.
enum class Packing { none = 0, gzip = 1, zstd = 2, lz4 = 3, xz = 4, bzip2 = 5 };
[[nodiscard]] std::string_view name_of(Packing packing) noexcept;

// By the first bytes of a file (magic numbers), not by its name. Needs up to 10 bytes.
[[nodiscard]] Packing packing_of(std::string_view first_bytes) noexcept;

// A bzip2 stream, by its first ten bytes.
[[nodiscard]] bool begins_bzip2(std::string_view bytes) noexcept;
// A skippable frame, which zstd and lz4 share.
[[nodiscard]] bool begins_skippable(std::string_view bytes) noexcept;

// The first four bytes as a little-endian number; zero bytes stand for missing ones.
[[nodiscard]] std::uint32_t load_le32(std::string_view bytes) noexcept;

// What was wrong with a packed file.
struct Damage {
  std::string what;                 // "gzip member is cut short", "zstd frame is damaged: ..."
  std::uint64_t packed_offset = 0;  // where in the file
  bool outside_members = false;     // all members are whole, and it lies behind them
};

}  // namespace facsim
