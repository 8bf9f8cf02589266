// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sorted table of 64-bit keys, at rest in few bytes.
//
// N keys drawn evenly from all 64-bit numbers cannot take less than 64 - log2 N + 1.44 bits each:
// their order says nothing, so log2(N!) bits can be saved. Two codecs come near that:
//
//   elias-fano    the low bits packed, the high bits as a bitmap in unary (Elias, JACM 1974; Fano,
//                 1971; Vigna, Quasi-succinct indices, WSDM 2013), in blocks of 16,384 keys, each
//                 over the range that its own keys occupy. About .65 bit above the limit.
//   xor-huffman   blocks of 1,024 bytes: the position of the highest bit that differs from the
//                 predecessor in a Huffman code, then the bits below it (Manku, Jain, Das Sarma,
//                 WWW 2007, section 3). About 2.6 bits above the limit; kept as the reference.
//
// Any ascending keys will do: repeated, all equal, crowded in a corner, none. The bytes are laid
// down in docs/formats/sorted-keys.md; they carry no checksum, which is the container's task.
//
// Measured on one core of an EPYC, 1 M to 100 M uniform keys: elias-fano encodes 250 M and gives
// back 600 M keys/s, and a look-up takes about two dependent random reads of a table of that size;
// xor-huffman 90 M, 190 M and four to five (bench/micro/codec_bench.cc).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "facsim/index/codec/codec_name.h"

namespace facsim {

class KeyBlockWriter;

// Keys in, in ascending order and in pieces of any size; bytes out. What it remembers meanwhile is
// a block and the index: 24 bytes for 16,384 keys (elias-fano), 20 for a block of 1,024 bytes
// (xor-huffman, some 200 keys). A codec that needs_scan() wants to be shown all keys beforehand.
//
//   SortedKeysBuilder builder(codec, sink);
//   if (builder.needs_scan()) for (...) builder.scan(piece);
//   for (...) builder.add(piece);
//   builder.build();
class SortedKeysBuilder {
 public:
  SortedKeysBuilder(Codec codec, EncodedSink sink);
  SortedKeysBuilder(SortedKeysBuilder&&) noexcept;
  SortedKeysBuilder& operator=(SortedKeysBuilder&&) noexcept;
  ~SortedKeysBuilder();

  [[nodiscard]] bool needs_scan() const noexcept;

  // Throw Error{invalid_argument} for a key below its predecessor, and `add` for keys that are not
  // those of the scan.
  void scan(std::span<const std::uint64_t> keys);
  void add(std::span<const std::uint64_t> keys);

  // Hands out the rest and returns the number of keys. Nothing may follow.
  std::uint64_t build();

 private:
  std::unique_ptr<KeyBlockWriter> writer_;
};

// The keys at the positions begin, begin + 1 ... end - 1.
struct KeyRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

class KeyBlocks;

// A view of encoded keys. The caller keeps the bytes alive and unchanged. Copies are cheap; all is
// const, so threads may share it.
class SortedKeys {
 public:
  // Reads the index: 24 bytes for 16,384 keys (elias-fano), 2 bytes for a block of 1,024
  // (xor-huffman). Throws Error{damaged} where the lengths, counts and offsets do not fit together,
  // Error{unsupported} for a codec that it does not know. Afterwards no bytes whatever make a call
  // read outside of them, run on or allocate: damage inside a block gives wrong keys.
  [[nodiscard]] static SortedKeys open(std::span<const std::byte> bytes);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] Codec codec() const noexcept { return codec_; }

  // Writes the keys from position `first` on and returns how many: fewer than asked for only where
  // the table ends. In the middle of a block elias-fano pays some 50 ns at first, xor-huffman
  // decodes up to 1,024 bytes for nothing.
  std::size_t decode(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;

  // The position of the first key that is not less than `key`, or size(). elias-fano: samples of
  // the bitmap lead there. xor-huffman: one block is decoded, half of it on average.
  [[nodiscard]] std::uint64_t lower_bound(std::uint64_t key) const noexcept;

  [[nodiscard]] KeyRange equal_range(std::uint64_t key) const noexcept;

  // The keys whose highest `bits` (0..64) bits are those of `key`.
  [[nodiscard]] KeyRange prefix_range(std::uint64_t key, int bits) const noexcept;

  // Decodes everything and encodes it again, with the memory that a builder takes. Throws
  // Error{damaged} unless the keys ascend and the bytes are exactly what these keys encode to.
  void verify() const;

 private:
  SortedKeys(std::span<const std::byte> bytes, Codec codec, std::uint64_t size,
             std::shared_ptr<const KeyBlocks> blocks) noexcept;

  std::span<const std::byte> bytes_;
  Codec codec_;
  std::uint64_t size_;
  std::shared_ptr<const KeyBlocks> blocks_;
};

// Walks through the keys in order. Give it room for some thousand keys at a time.
class KeyCursor {
 public:
  explicit KeyCursor(SortedKeys keys, std::uint64_t first = 0) noexcept
      : keys_(std::move(keys)), position_(first) {}

  // The next keys; fewer than there is room for only at the end, where it is 0.
  std::size_t read(std::span<std::uint64_t> out) noexcept {
    const std::size_t count = keys_.decode(position_, out);
    position_ += count;
    return count;
  }

  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }

 private:
  SortedKeys keys_;
  std::uint64_t position_;
};

}  // namespace facsim
