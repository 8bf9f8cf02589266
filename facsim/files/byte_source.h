// SPDX-License-Identifier: Apache-2.0
#pragma once
// The unpacked bytes of a file, streamed: plain, gzip (many members), zstd (many frames), lz4, xz
// and bzip2 (many streams).
//
// Promise: never holds more than a few buffers, whatever the file claims of itself (a zstd frame's
// window or an xz dictionary apart: up to 2 GiB, of which only what is filled takes memory). A cut
// or damaged file gives all bytes that could be unpacked, then end, and says so through damage();
// it does not throw. Throws Error{not_found, io} for what the system refuses. One thread at a time.
//
// Behind a damaged member reading goes on at the next place where a member plausibly begins, so one
// flipped bit costs one member of a gzip WARC and not its rest. What could be unpacked of the
// damaged member is followed at once by the next member's bytes: member_at() tells where. A file
// that is cut inside a member ends there. Zero bytes between members or after the last are padding;
// other bytes there are damage. Pipes and devices are read in order, like files.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/files/packing.h"

namespace facsim {

// Where a gzip member or zstd/lz4 frame begins.
struct MemberStart {
  std::uint64_t unpacked = 0;
  std::uint64_t packed = 0;
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Writes the next unpacked bytes into `into`; returns how many, 0 only at the end. Packed bytes
  // fill it across members; plain ones come as the system gives them.
  [[nodiscard]] virtual std::size_t read(std::span<char> into) = 0;
  // The first damage met so far. Final once read() has returned 0.
  [[nodiscard]] virtual std::optional<Damage> damage() const = 0;
  // The packed bytes consumed so far: for progress.
  [[nodiscard]] virtual std::uint64_t packed_position() const = 0;
  // Where in the packed file the gzip member or zstd/lz4 frame begins whose first unpacked byte is
  // `unpacked_offset`; nothing if no member begins there. Only for bytes that read() has given, and
  // in ascending order: starts before the last offset asked for are forgotten, so memory stays
  // small. A plain file has no members.
  [[nodiscard]] virtual std::optional<std::uint64_t> member_at(std::uint64_t unpacked_offset) = 0;
  // The first member that begins in [begin, end) of the unpacked bytes, as far as read() has given
  // them and member_at() has not forgotten it. Forgets none itself, and looks among the members,
  // not at the bytes.
  [[nodiscard]] virtual std::optional<MemberStart> first_member(std::uint64_t begin,
                                                                std::uint64_t end) const = 0;
};

// Opens a file and tells its packing by its first bytes.
[[nodiscard]] std::unique_ptr<ByteSource> open_bytes(const std::string& path);

// The same of a file that facsim wrote itself (own_file.h).
[[nodiscard]] std::unique_ptr<ByteSource> open_own_bytes(const std::string& path);

// Encodings of one body, applied one after the other; more are no page.
inline constexpr std::size_t kEncodingsMax = 4;

// Unpacks a body that is held in memory: "gzip", "x-gzip", "deflate" with or without zlib header,
// "zstd", "br", "identity" or "", or a list of them as HTTP writes it. At most `bytes_max` come
// out; nothing if it is damaged from its first byte on or its encoding is another ("compress").
// Bytes behind the last gzip member are ignored; an empty body unpacks to an empty one.
//
// Brotli has neither magic nor checksum: what is damaged is nothing there, and so is a stream with
// more behind it than it is long itself. Only one that is cut gives its beginning.
struct Unpacked {
  std::string bytes;
  bool complete = false;  // false: cut, damaged or longer than bytes_max
  bool too_large = false;
};
[[nodiscard]] std::optional<Unpacked> unpack(std::string_view packed, std::string_view encoding,
                                             std::size_t bytes_max);

// The same of "gzip", "x-gzip" or "zstd" alone, into memory of the caller, who learns how much is
// needed as it comes out. `space` gives what lies behind the first `have` bytes, which stay where
// they are or move with it; an empty one ends the unpacking.
enum class UnpackEnd : std::uint8_t { whole, damaged, no_space };
struct UnpackedInto {
  UnpackEnd end = UnpackEnd::whole;
  std::size_t bytes = 0;
};
[[nodiscard]] UnpackedInto unpack_into(
    std::string_view packed, std::string_view encoding,
    const std::function<std::span<char>(std::size_t have)>& space);

}  // namespace facsim
