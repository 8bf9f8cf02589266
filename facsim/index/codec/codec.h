// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sorted table of 64-bit keys, stored in few bytes.
//
// N keys drawn evenly from all 64-bit numbers cannot take less than 64 - log2 N + 1.44 bits each:
// their order carries no information, so log2(N!) bits can be saved. Two codecs come near that:
//
//   elias-fano    the low bits packed, the high bits as a bitmap in unary (Elias, JACM 1974; Fano,
//                 1971; Vigna, Quasi-succinct indices, WSDM 2013), in blocks of 16,384 keys, each
//                 over the range that its own keys occupy. About .65 bit above the limit.
//   xor-huffman   blocks of 1,024 bytes: the position of the highest bit that differs from the
//                 predecessor in a Huffman code, then the bits below it (Manku, Jain, Das Sarma,
//                 WWW 2007, section 3). About 2.6 bits above the limit; it serves as the reference.
//
// Any ascending keys are valid: repeated, all equal, crowded into a small range, or no keys at all.
// docs/formats/sorted-keys.md defines the bytes; they carry no checksum, which is the container's
// task.
//
// Measured on one core of an EPYC, 1 M to 100 M uniform keys: elias-fano encodes 250 M and decodes
// 600 M keys/s, and a look-up takes about two dependent random reads of a table of that size;
// xor-huffman 90 M, 190 M and four to five (bench/micro/codec_bench.cc).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "facsim/index/codec/codec_name.h"

namespace facsim {

class KeyBlockWriter;

// Keys in, in ascending order and in pieces of any size; bytes out. Between calls it holds one
// block and the index: 24 bytes for 16,384 keys (elias-fano), 20 for a block of 1,024 bytes
// (xor-huffman, some 200 keys). If needs_scan(), all keys must be passed to scan() before add().
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

  // Both throw Error{invalid_argument} for a key below its predecessor; `add` also does if the keys
  // are not those of the scan.
  void scan(std::span<const std::uint64_t> keys);
  void add(std::span<const std::uint64_t> keys);

  // Writes the rest and returns the number of keys. No call may follow.
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

// A view of encoded keys. The caller keeps the bytes alive and unchanged. Copies are cheap; all
// members are const, so threads may share it.
class SortedKeys {
 public:
  // Reads the index: 24 bytes for 16,384 keys (elias-fano), 2 bytes for a block of 1,024
  // (xor-huffman). Throws Error{damaged} if the lengths, counts and offsets are inconsistent, and
  // Error{unsupported} for an unknown codec. After that, no bytes can make a call read outside of
  // them, loop without end or allocate: damage inside a block gives wrong keys.
  [[nodiscard]] static SortedKeys open(std::span<const std::byte> bytes);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] Codec codec() const noexcept { return codec_; }

  // Writes the keys from position `first` on and returns how many: fewer than out.size() only at
  // the end of the table. If `first` is in the middle of a block, elias-fano takes some 50 ns more,
  // and xor-huffman first decodes up to 1,024 bytes in vain.
  std::size_t decode(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;

  // The position of the first key that is not less than `key`, or size(). elias-fano finds it
  // through samples of the bitmap; xor-huffman decodes one block, half of it on average.
  [[nodiscard]] std::uint64_t lower_bound(std::uint64_t key) const noexcept;

  [[nodiscard]] KeyRange equal_range(std::uint64_t key) const noexcept;

  // The keys whose highest `bits` (0..64) bits equal those of `key`.
  [[nodiscard]] KeyRange prefix_range(std::uint64_t key, int bits) const noexcept;

  // Decodes everything and encodes it again, using as much memory as a builder. Throws
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

// Reads the keys in order. It is fastest with space for some thousand keys per call.
class KeyCursor {
 public:
  explicit KeyCursor(SortedKeys keys, std::uint64_t first = 0) noexcept
      : keys_(std::move(keys)), position_(first) {}

  // Reads the next keys and returns how many: fewer than out.size() only at the end, finally 0.
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
