// SPDX-License-Identifier: Apache-2.0
#pragma once
// One packing's format without its files: packed bytes in, unpacked bytes out, a member at a time.
//
// "Member" stands for a gzip member as well as for a zstd or lz4 frame, an xz or bzip2 stream.
// Foreign bytes can make an Unpacker say `damaged`, nothing else: no exception, no unbounded
// memory. Private to this room and to output/. One thread at a time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "facsim/files/packing.h"

namespace facsim {

// A zstd frame says how far back it may refer; `zstd --long=31` says 2 GiB, the format's end.
// Pages of the window that no byte has been written to cost nothing.
inline constexpr int kZstdWindowLogMax = 31;
// For a body inside a page: the decoder's own default, 128 MiB (RFC 9659 even says 8 MiB).
inline constexpr int kZstdBodyWindowLogMax = 27;
// A dictionary in front of a WARC.zst, before and after it is unpacked; larger ones are damage.
inline constexpr std::size_t kZstdDictionaryBytesMax = std::size_t{64} << 20;

enum class StartKind { member, skippable, dictionary, padding, strange };

// What begins at some place of a packed file.
struct Start {
  StartKind kind = StartKind::strange;
  std::uint64_t header_bytes = 0;   // of a skippable frame or dictionary
  std::uint64_t content_bytes = 0;  // what follows that header
};
// Bytes that look_at() wants to see; with fewer it judges by what is there.
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
  // Whether the fields of a member's header have values that writers give them: a cheap test, for
  // the search behind damage. `bytes` begin with the magic.
  [[nodiscard]] virtual bool sane_header(std::string_view bytes) const noexcept = 0;
  // Packed bytes within which every member, if it has so many, gives its first unpacked byte. 0 if
  // that can take any number of them (a block comes out whole or not at all) and foreign bytes do
  // not pass for a header: sane_header() and a step without damage are proof of a member then.
  [[nodiscard]] virtual std::size_t bytes_to_first_output() const noexcept;
  // Forgets all of the member before.
  virtual void begin_member() = 0;
  // Unpacks some of `in`. No progress with `in` not empty is damage; with `in` empty it asks for
  // more. Bytes produced count also where the step ends in damage.
  [[nodiscard]] virtual Step step(std::string_view in, std::span<char> out) = 0;
  // What the last damage was, in a few words.
  [[nodiscard]] virtual std::string reason() const = 0;
  // For all members from here on; false if it is none.
  [[nodiscard]] virtual bool set_dictionary(std::string_view bytes);
};

[[nodiscard]] std::unique_ptr<Unpacker> make_gzip_unpacker();
[[nodiscard]] std::unique_ptr<Unpacker> make_zstd_unpacker(int window_log_max);
[[nodiscard]] std::unique_ptr<Unpacker> make_lz4_unpacker();
[[nodiscard]] std::unique_ptr<Unpacker> make_xz_unpacker();
[[nodiscard]] std::unique_ptr<Unpacker> make_bzip2_unpacker();
// Of any packing but `none`, for files.
[[nodiscard]] std::unique_ptr<Unpacker> make_unpacker(Packing packing);

// Deflate without its wrapper, or with that of zlib (RFC 1950): one stream, no magic, for bodies.
[[nodiscard]] std::unique_ptr<Unpacker> make_deflate_unpacker(bool zlib_wrapper);

// Brotli: one stream, no magic, no checksum, for bodies.
[[nodiscard]] std::unique_ptr<Unpacker> make_brotli_unpacker();

// The start of a skippable frame, which zstd and lz4 share; kind `strange` if it is none.
[[nodiscard]] Start look_at_skippable(std::string_view bytes) noexcept;

}  // namespace facsim
