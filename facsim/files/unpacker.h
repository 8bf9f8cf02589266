// SPDX-License-Identifier: Apache-2.0
#pragma once
// The format of one packing, without files: packed bytes in, unpacked bytes out, one member at a
// time.
//
// "Member" means a gzip member, a zstd or lz4 frame, or an xz or bzip2 stream. Foreign bytes can
// only lead to `damaged`: no exception, no unbounded memory. Private to this room and to output/.
// One thread at a time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "facsim/files/packing.h"

namespace facsim {

// A zstd frame states how far back it may refer; `zstd --long=31` uses 2 GiB, the limit of the
// format. Pages of the window that were never written cost nothing.
inline constexpr int kZstdWindowLogMax = 31;
// For a body inside a page: the decoder's own default, 128 MiB (RFC 9659 even limits it to 8 MiB).
inline constexpr int kZstdBodyWindowLogMax = 27;
// Limit of a dictionary at the beginning of a WARC.zst, packed and unpacked; larger ones are
// damage.
inline constexpr std::size_t kZstdDictionaryBytesMax = std::size_t{64} << 20;

enum class StartKind { member, skippable, dictionary, padding, strange };

// What begins at a place of a packed file.
struct Start {
  StartKind kind = StartKind::strange;
  std::uint64_t header_bytes = 0;   // of a skippable frame or dictionary
  std::uint64_t content_bytes = 0;  // the bytes after that header
};
// The number of bytes that look_at() needs; with fewer it decides by those it gets.
inline constexpr std::size_t kStartBytes = 16;

enum class StepEnd { more, member_end, damaged };

struct Step {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  StepEnd end = StepEnd::more;
};

class Unpacker {
 public:
  virtual ~Unpacker() = default;
  // "gzip member", "zstd frame": for messages.
  [[nodiscard]] virtual std::string_view member_name() const noexcept = 0;
  // The bytes that every member begins with.
  [[nodiscard]] virtual std::string_view magic() const noexcept = 0;
  [[nodiscard]] virtual Start look_at(std::string_view bytes) const noexcept = 0;
  // True if the fields of a member's header have plausible values: a cheap test, for the search
  // after damage. `bytes` begins with the magic.
  [[nodiscard]] virtual bool sane_header(std::string_view bytes) const noexcept = 0;
  // The number of packed bytes within which every member that is long enough yields its first
  // unpacked byte. 0 if that can take any number of bytes (a block is unpacked whole or not at all)
  // and foreign bytes do not pass for a header: then sane_header() and a step without damage prove
  // a member.
  [[nodiscard]] virtual std::size_t bytes_to_first_output() const noexcept;
  // Forgets everything about the previous member.
  virtual void begin_member() = 0;
  // Unpacks some of `in`. No progress means damage if `in` is not empty, else that more bytes are
  // needed. Bytes produced are valid even if the step ends in damage.
  [[nodiscard]] virtual Step step(std::string_view in, std::span<char> out) = 0;
  // The reason of the last damage, in a few words.
  [[nodiscard]] virtual std::string reason() const = 0;
  // Sets the dictionary for all members from here on; returns false if it is not one.
  [[nodiscard]] virtual bool set_dictionary(std::string_view bytes);
};

[[nodiscard]] std::unique_ptr<Unpacker> make_gzip_unpacker();
[[nodiscard]] std::unique_ptr<Unpacker> make_zstd_unpacker(int window_log_max);
[[nodiscard]] std::unique_ptr<Unpacker> make_lz4_unpacker();
[[nodiscard]] std::unique_ptr<Unpacker> make_xz_unpacker();
[[nodiscard]] std::unique_ptr<Unpacker> make_bzip2_unpacker();
// For files; any packing but `none`.
[[nodiscard]] std::unique_ptr<Unpacker> make_unpacker(Packing packing);

// Deflate without a wrapper, or with that of zlib (RFC 1950): one stream, no magic, for bodies.
[[nodiscard]] std::unique_ptr<Unpacker> make_deflate_unpacker(bool zlib_wrapper);

// Brotli: one stream, no magic, no checksum, for bodies.
[[nodiscard]] std::unique_ptr<Unpacker> make_brotli_unpacker();

// Detects the start of a skippable frame, which zstd and lz4 share; else kind `strange`.
[[nodiscard]] Start look_at_skippable(std::string_view bytes) noexcept;

}  // namespace facsim
