// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/xor_huffman_internal.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"

namespace facsim {
namespace {

// The index stores a position for every 64th block, and a count for every block.
constexpr std::uint64_t kBlocksAPosition = 64;
constexpr std::size_t kLengthsBytes = (kSteps + 7) / 8 * 8;
// Blocks are written in groups of this many.
constexpr std::size_t kBlocksAtOnce = 64;

// Offsets of the parts of the index from its beginning, which holds the first keys.
struct IndexShape {
  explicit IndexShape(std::uint64_t blocks) noexcept
      : positions(8 * blocks),
        counts(positions + 8 * ceil_div(blocks, kBlocksAPosition)),
        lengths(counts + 8 * ceil_div(blocks, 4)),
        size(lengths + kLengthsBytes) {}

  std::uint64_t positions;
  std::uint64_t counts;
  std::uint64_t lengths;
  std::uint64_t size;
};

class XorHuffmanBlocks final : public KeyBlocks {
 public:
  explicit XorHuffmanBlocks(const CodedParts& parts) : parts_(parts), shape_(parts.tail.blocks) {
    const std::uint64_t blocks = parts.tail.blocks;
    if (blocks != parts.blocks.size() / kXorHuffmanBlockBytes ||
        parts.blocks.size() % kXorHuffmanBlockBytes != 0 || parts.index.size() != shape_.size) {
      throw_damaged("the number of blocks does not fit");
    }
    std::uint64_t begin = 0;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      const std::uint64_t count = count_of(block);
      if (count == 0 || count > kXorHuffmanBlockKeysMax) {
        throw_damaged("a block of 1,024 bytes cannot have so many keys");
      }
      if (block % kBlocksAPosition == 0 && position(block / kBlocksAPosition) != begin) {
        throw_damaged("the positions in its index do not fit the counts");
      }
      begin += count;
    }
    if (begin != parts.tail.count) throw_damaged("the blocks do not have as many keys as it says");
    const std::byte* const at = parts_.index.data() + shape_.lengths;
    for (std::size_t step = 0; step < kSteps; ++step) {
      lengths_[step] = std::to_integer<std::uint8_t>(at[step]);
    }
    if (!is_code(lengths_)) throw_damaged("the lengths of its Huffman code make no code");
    fill_table(lengths_, table_);
  }

  [[nodiscard]] std::uint64_t block_of(std::uint64_t position_wanted) const noexcept override {
    // Position 0 is in the index, so count_less() is at least 1.
    const std::uint64_t group =
        count_less(parts_.index.data() + shape_.positions, 8,
                   ceil_div(parts_.tail.blocks, kBlocksAPosition), position_wanted + 1) -
        1;
    std::uint64_t block = group * kBlocksAPosition;
    for (std::uint64_t end = position(group) + count_of(block); end <= position_wanted;
         end += count_of(block)) {
      ++block;
    }
    return block;
  }

  [[nodiscard]] std::uint64_t begin_of(std::uint64_t block) const noexcept override {
    if (block == parts_.tail.blocks) return parts_.tail.count;
    const std::uint64_t group = block / kBlocksAPosition;
    std::uint64_t begin = position(group);
    for (std::uint64_t i = group * kBlocksAPosition; i < block; ++i) begin += count_of(i);
    return begin;
  }

  void decode(std::uint64_t block, std::uint64_t from,
              std::span<std::uint64_t> out) const noexcept override {
    if (out.empty()) return;
    XorHuffmanReader reader = reader_of(block);
    for (; from > 0; --from) reader.advance();
    out[0] = reader.key();
    for (std::uint64_t& key : out.subspan(1)) {
      reader.advance();
      key = reader.key();
    }
  }

  [[nodiscard]] std::uint64_t lower_bound(std::uint64_t key) const noexcept override {
    const std::uint64_t before = count_less(parts_.index.data(), 8, parts_.tail.blocks, key);
    if (before == 0) return 0;
    const std::uint64_t block = before - 1;
    const std::uint64_t count = count_of(block);
    XorHuffmanReader reader = reader_of(block);
    std::uint64_t index = 0;
    while (index < count && reader.key() < key) {
      reader.advance();
      ++index;
    }
    return begin_of(block) + index;
  }

 private:
  [[nodiscard]] std::uint64_t count_of(std::uint64_t block) const noexcept {
    return load16(parts_.index.data() + shape_.counts + 2 * block);
  }

  [[nodiscard]] std::uint64_t position(std::uint64_t group) const noexcept {
    return load64(parts_.index.data() + shape_.positions + 8 * group);
  }

  [[nodiscard]] XorHuffmanReader reader_of(std::uint64_t block) const noexcept {
    return {table_, parts_.blocks.data() + block * kXorHuffmanBlockBytes};
  }

  CodedParts parts_;
  IndexShape shape_;
  CodeLengths lengths_{};
  StepTable table_;
};

class XorHuffmanWriter final : public KeyBlockWriter {
 public:
  explicit XorHuffmanWriter(EncodedSink sink)
      : KeyBlockWriter(Codec::xor_huffman, std::move(sink)) {}

  [[nodiscard]] bool needs_scan() const noexcept override { return true; }

 private:
  void scan_ascending(std::span<const std::uint64_t> keys) override {
    std::uint64_t before = last_scanned().value_or(keys.front());
    if (!last_scanned()) keys = keys.subspan(1);
    for (const std::uint64_t key : keys) {
      ++steps_[step_between(before, key)];
      before = key;
    }
  }

  void add_ascending(std::span<const std::uint64_t> keys) override {
    if (bytes_.empty()) {
      bytes_.resize(kBlocksAtOnce * kXorHuffmanBlockBytes + 8);
      packer_ = XorHuffmanPacker(code_lengths(steps_));
      packer_.begin(bytes_.data(), keys.front());
      firsts_.push_back(keys.front());
      keys = keys.subspan(1);
    }
    for (const std::uint64_t key : keys) {
      const XorHuffmanPacker::Put put = packer_.put(key);
      if (put == XorHuffmanPacker::Put::done) continue;
      if (put == XorHuffmanPacker::Put::no_code) {
        throw Error{ErrorCode::invalid_argument, "the keys to encode are not those of the scan"};
      }
      end_block();
      packer_.begin(bytes_.data() + firsts_.size() % kBlocksAtOnce * kXorHuffmanBlockBytes, key);
      firsts_.push_back(key);
    }
  }

  std::vector<std::byte> finish() override {
    if (!firsts_.empty()) {
      end_block();
      hand_out(firsts_.size() % kBlocksAtOnce);
    }
    const IndexShape shape(firsts_.size());
    std::vector<std::byte> index(shape.size);
    std::uint64_t begin = 0;
    for (std::size_t block = 0; block < firsts_.size(); ++block) {
      store_as(index.data() + 8 * block, firsts_[block]);
      store_as(index.data() + shape.counts + 2 * block, counts_[block]);
      if (block % kBlocksAPosition == 0) {
        store_as(index.data() + shape.positions + 8 * (block / kBlocksAPosition), begin);
      }
      begin += counts_[block];
    }
    const CodeLengths lengths = code_lengths(steps_);
    for (std::size_t step = 0; step < kSteps; ++step) {
      index[shape.lengths + step] = std::byte{lengths[step]};
    }
    return index;
  }

  void end_block() {
    counts_.push_back(static_cast<std::uint16_t>(packer_.finish()));
    if (counts_.size() % kBlocksAtOnce == 0) hand_out(kBlocksAtOnce);
  }

  void hand_out(std::size_t blocks) {
    if (blocks == 0) return;
    hand_out_blocks(std::span(bytes_).first(blocks * kXorHuffmanBlockBytes), blocks);
    std::fill(bytes_.begin(), bytes_.end(), std::byte{0});
  }

  StepCounts steps_{};
  XorHuffmanPacker packer_{CodeLengths{}};
  std::vector<std::byte> bytes_;  // the blocks not yet written
  std::vector<std::uint64_t> firsts_;
  std::vector<std::uint16_t> counts_;
};

}  // namespace

void XorHuffmanPacker::begin(std::byte* block, std::uint64_t key) noexcept {
  store_as(block, key);
  writer_ = BitWriter(block + 8);
  key_ = key;
  bits_ = 64;
  count_ = 1;
}

XorHuffmanPacker::Put XorHuffmanPacker::put(std::uint64_t key) noexcept {
  const unsigned step = step_between(key_, key);
  const unsigned length = lengths_[step];
  const unsigned below = bits_below(step);
  if (length == 0) return Put::no_code;
  if (bits_ + length + below > kXorHuffmanBlockBits) return Put::full;
  writer_.put(codes_[step], length);
  writer_.put(key & low_ones(below), below);
  bits_ += length + below;
  key_ = key;
  ++count_;
  return Put::done;
}

std::uint64_t XorHuffmanPacker::finish() noexcept {
  writer_.finish();
  return count_;
}

std::shared_ptr<const KeyBlocks> open_xor_huffman(const CodedParts& parts) {
  return std::make_shared<const XorHuffmanBlocks>(parts);
}

std::unique_ptr<KeyBlockWriter> xor_huffman_writer(EncodedSink sink) {
  return std::make_unique<XorHuffmanWriter>(std::move(sink));
}

}  // namespace facsim
