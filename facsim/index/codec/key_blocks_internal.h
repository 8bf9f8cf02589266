// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the two codecs share: blocks that are decoded one by one, an index of the first keys of the
// blocks, and a tail that holds the sizes of both.
//
//   blocks | index | tail of 32 bytes: count, blocks, bytes of the blocks (u64 each), codec (u64)

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/index/codec/codec_name.h"

namespace facsim {

inline constexpr std::size_t kTailBytes = 32;
inline constexpr std::uint64_t kEliasFanoBlockKeys = 16'384;
inline constexpr std::size_t kXorHuffmanBlockBytes = 1'024;

struct CodedTail {
  std::uint64_t count = 0;
  std::uint64_t blocks = 0;
  std::uint64_t block_bytes = 0;  // of all blocks
  Codec codec = Codec::elias_fano;
};

// The parts of coded bytes. At least 32 readable bytes follow every byte of a block.
struct CodedParts {
  CodedTail tail;
  std::span<const std::byte> blocks;
  std::span<const std::byte> index;
};

// Throws Error{damaged} or Error{unsupported}.
[[nodiscard]] CodedParts split_coded(std::span<const std::byte> bytes);

// Appends the tail to `bytes`.
void put_tail(const CodedTail& tail, std::vector<std::byte>& bytes);

[[noreturn]] void throw_damaged(std::string_view what);

// The view of an opened table, block by block. Whatever the bytes are, no call reads outside of
// them, and every call terminates.
class KeyBlocks {
 public:
  virtual ~KeyBlocks() = default;

  // The block that holds the key at `position`, which is below the number of keys.
  [[nodiscard]] virtual std::uint64_t block_of(std::uint64_t position) const noexcept = 0;
  // The position of the block's first key. For the number of blocks it is the number of keys.
  [[nodiscard]] virtual std::uint64_t begin_of(std::uint64_t block) const noexcept = 0;
  // Decodes the block's keys `from` ... `from + out.size() - 1`, which must exist.
  virtual void decode(std::uint64_t block, std::uint64_t from,
                      std::span<std::uint64_t> out) const noexcept = 0;
  // The position, in the whole table, of the first key that is not less than `key`.
  [[nodiscard]] virtual std::uint64_t lower_bound(std::uint64_t key) const noexcept = 0;
};

[[nodiscard]] std::shared_ptr<const KeyBlocks> open_elias_fano(const CodedParts& parts);
[[nodiscard]] std::shared_ptr<const KeyBlocks> open_xor_huffman(const CodedParts& parts);

// Encodes keys. scan() and add() check that the keys ascend, also from piece to piece.
class KeyBlockWriter {
 public:
  KeyBlockWriter(Codec codec, EncodedSink sink) : sink_(std::move(sink)), codec_(codec) {}
  KeyBlockWriter(const KeyBlockWriter&) = delete;
  KeyBlockWriter& operator=(const KeyBlockWriter&) = delete;
  virtual ~KeyBlockWriter() = default;

  void scan(std::span<const std::uint64_t> keys);
  void add(std::span<const std::uint64_t> keys);
  std::uint64_t build();

  [[nodiscard]] virtual bool needs_scan() const noexcept = 0;

 protected:
  virtual void scan_ascending(std::span<const std::uint64_t> keys) = 0;
  virtual void add_ascending(std::span<const std::uint64_t> keys) = 0;
  // Writes the remaining blocks and returns the index.
  virtual std::vector<std::byte> finish() = 0;

  // Writes `bytes`, which are `blocks` whole blocks.
  void hand_out_blocks(std::span<const std::byte> bytes, std::uint64_t blocks);

  // The last key of the pieces scanned before the current one.
  [[nodiscard]] std::optional<std::uint64_t> last_scanned() const { return last_scanned_; }

 private:
  EncodedSink sink_;
  CodedTail tail_;
  Codec codec_;
  std::optional<std::uint64_t> last_scanned_;
  std::optional<std::uint64_t> last_added_;
};

[[nodiscard]] std::unique_ptr<KeyBlockWriter> elias_fano_writer(EncodedSink sink);
[[nodiscard]] std::unique_ptr<KeyBlockWriter> xor_huffman_writer(EncodedSink sink);

// The number of keys less than `key` among `count` ascending keys, one at every `stride` bytes from
// `keys` on: interpolation search (Peterson, 1957). For keys that do not ascend, the result is some
// number <= count.
[[nodiscard]] std::uint64_t count_less(const std::byte* keys, std::size_t stride,
                                       std::uint64_t count, std::uint64_t key) noexcept;

}  // namespace facsim
