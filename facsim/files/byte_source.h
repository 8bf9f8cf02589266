// SPDX-License-Identifier: Apache-2.0
#pragma once
// The unpacked bytes of a file, streamed: plain, gzip (many members), zstd (many frames), lz4, xz
// and bzip2 (many streams).
//
// Promise: never holds more than a few buffers, whatever the file claims (except a zstd window or
// an xz dictionary: up to 2 GiB, of which only the filled part takes memory). A truncated or
// damaged file yields all bytes that can be unpacked, then ends; damage() reports it, no exception.
// Throws Error{not_found, io} for errors of the system. One thread at a time.
//
// After a damaged member, reading continues at the next place where a member plausibly begins, so
// one flipped bit costs one member of a gzip WARC and not the rest of the file. The next member's
// bytes directly follow the bytes that could be unpacked of the damaged one; member_at() shows
// where. A file that is truncated inside a member ends there. Zero bytes between members or after
// the last are padding; other bytes there are damage. Pipes and devices are read in order, like
// files.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "facsim/files/packing.h"

namespace facsim {

// The beginning of a gzip member or zstd/lz4 frame, as offsets.
struct MemberStart {
  std::uint64_t unpacked = 0;
  std::uint64_t packed = 0;
};

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Writes the next unpacked bytes into `into`; returns how many, 0 only at the end. Bytes of
  // packed files fill `into` across members; those of plain files come as the system returns them.
  [[nodiscard]] virtual std::size_t read(std::span<char> into) = 0;
  // The first damage so far. Final once read() has returned 0.
  [[nodiscard]] virtual std::optional<Damage> damage() const = 0;
  // The number of packed bytes consumed so far, for progress.
  [[nodiscard]] virtual std::uint64_t packed_position() const = 0;
  // Returns the packed offset of the gzip member or zstd/lz4 frame whose first unpacked byte is at
  // `unpacked_offset`; nullopt if no member begins there. Only for bytes that read() has returned,
  // in ascending order: starts before the last requested offset are forgotten, to save memory. A
  // plain file has no members.
  [[nodiscard]] virtual std::optional<std::uint64_t> member_at(std::uint64_t unpacked_offset) = 0;
  // Returns the first member that begins in [begin, end) of the unpacked bytes, among those that
  // read() has reached and member_at() has not forgotten. Forgets no members itself. Cost: a search
  // among the members, not the bytes.
  [[nodiscard]] virtual std::optional<MemberStart> first_member(std::uint64_t begin,
                                                                std::uint64_t end) const = 0;
};

// Opens a file and detects its packing by its first bytes.
[[nodiscard]] std::unique_ptr<ByteSource> open_bytes(const std::string& path);

// The same for a file that facsim wrote itself (own_file.h).
[[nodiscard]] std::unique_ptr<ByteSource> open_own_bytes(const std::string& path);

// Limit of the encodings applied to one body; a body with more is not a page.
inline constexpr std::size_t kEncodingsMax = 4;

// Unpacks a body in memory: "gzip", "x-gzip", "deflate" with or without zlib header, "zstd", "br",
// "identity" or "", or a list of them as in HTTP. Returns at most `bytes_max` bytes; nullopt if the
// body is damaged from its first byte on or has another encoding ("compress"). Bytes after the last
// gzip member are ignored; an empty body unpacks to an empty one.
//
// Brotli has neither magic nor checksum: a damaged stream gives nullopt, and so does a stream
// followed by more bytes than it has itself. Only a truncated stream gives its beginning.
struct Unpacked {
  std::string bytes;
  bool complete = false;  // false: truncated, damaged or longer than bytes_max
  bool too_large = false;
};
[[nodiscard]] std::optional<Unpacked> unpack(std::string_view packed, std::string_view encoding,
                                             std::size_t bytes_max);

// The same for "gzip", "x-gzip" or "zstd" alone, into memory of the caller, who learns step by step
// how much is needed. `space` returns the memory after the first `have` bytes, which stay in place
// or move with it; an empty span ends the unpacking.
enum class UnpackEnd : std::uint8_t { whole, damaged, no_space };
struct UnpackedInto {
  UnpackEnd end = UnpackEnd::whole;
  std::size_t bytes = 0;
};
[[nodiscard]] UnpackedInto unpack_into(
    std::string_view packed, std::string_view encoding,
    const std::function<std::span<char>(std::size_t have)>& space);

}  // namespace facsim
