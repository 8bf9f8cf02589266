// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "facsim/index/codec/bits_internal.h"
#include "facsim/index/codec/elias_fano_internal.h"
#include "facsim/index/codec/key_blocks_internal.h"

namespace facsim {
namespace {

// An index entry: first key, last key, offset of the block.
constexpr std::size_t kEntryBytes = 24;

struct BlockEntry {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t offset = 0;
};

BlockEntry entry_at(const std::byte* at) noexcept {
  return {load64(at), load64(at + 8), load64(at + 16)};
}

class EliasFanoBlocks final : public KeyBlocks {
 public:
  explicit EliasFanoBlocks(const CodedParts& parts) : parts_(parts) {
    const CodedTail& tail = parts.tail;
    if (tail.blocks != ceil_div(tail.count, kEliasFanoBlockKeys) ||
        parts.index.size() / kEntryBytes != tail.blocks || parts.index.size() % kEntryBytes != 0) {
      throw_damaged("the number of blocks does not fit");
    }
    std::uint64_t end = 0;
    std::uint64_t before = 0;
    for (std::uint64_t block = 0; block < tail.blocks; ++block) {
      const BlockEntry entry = entry_of(block);
      if (entry.first > entry.last || entry.first < before) {
        throw_damaged("the keys of its index do not ascend");
      }
      const EliasFanoShape shape(keys_in(block), entry.first, entry.last);
      if (entry.offset != end || shape.size > parts.blocks.size() - end) {
        throw_damaged("a block is not where it should be");
      }
      end += shape.size;
      before = entry.last;
    }
    if (end != parts.blocks.size()) throw_damaged("a block is not where it should be");
  }

  [[nodiscard]] std::uint64_t block_of(std::uint64_t position) const noexcept override {
    return position / kEliasFanoBlockKeys;
  }

  [[nodiscard]] std::uint64_t begin_of(std::uint64_t block) const noexcept override {
    return block < parts_.tail.blocks ? block * kEliasFanoBlockKeys : parts_.tail.count;
  }

  void decode(std::uint64_t block, std::uint64_t from,
              std::span<std::uint64_t> out) const noexcept override {
    block_at(block).decode(from, out);
  }

  [[nodiscard]] std::uint64_t lower_bound(std::uint64_t key) const noexcept override {
    const std::uint64_t before =
        count_less(parts_.index.data(), kEntryBytes, parts_.tail.blocks, key);
    if (before == 0) return 0;
    const std::uint64_t block = before - 1;
    if (key > entry_of(block).last) return begin_of(before);
    return begin_of(block) + block_at(block).count_less(key);
  }

 private:
  [[nodiscard]] BlockEntry entry_of(std::uint64_t block) const noexcept {
    return entry_at(parts_.index.data() + block * kEntryBytes);
  }

  [[nodiscard]] std::uint64_t keys_in(std::uint64_t block) const noexcept {
    return std::min(kEliasFanoBlockKeys, parts_.tail.count - block * kEliasFanoBlockKeys);
  }

  [[nodiscard]] EliasFanoBlock block_at(std::uint64_t block) const noexcept {
    const BlockEntry entry = entry_of(block);
    return {EliasFanoShape(keys_in(block), entry.first, entry.last), entry.first, entry.last,
            parts_.blocks.data() + entry.offset};
  }

  CodedParts parts_;
};

class EliasFanoWriter final : public KeyBlockWriter {
 public:
  explicit EliasFanoWriter(EncodedSink sink) : KeyBlockWriter(Codec::elias_fano, std::move(sink)) {}

  [[nodiscard]] bool needs_scan() const noexcept override { return false; }

 private:
  void scan_ascending(std::span<const std::uint64_t>) override {}

  void add_ascending(std::span<const std::uint64_t> keys) override {
    while (!keys.empty()) {
      if (waiting_.empty() && keys.size() >= kEliasFanoBlockKeys) {
        put_block(keys.first(kEliasFanoBlockKeys));
        keys = keys.subspan(kEliasFanoBlockKeys);
        continue;
      }
      const std::size_t taken = std::min(keys.size(), kEliasFanoBlockKeys - waiting_.size());
      waiting_.insert(waiting_.end(), keys.begin(),
                      keys.begin() + static_cast<std::ptrdiff_t>(taken));
      keys = keys.subspan(taken);
      if (waiting_.size() == kEliasFanoBlockKeys) put_waiting();
    }
  }

  std::vector<std::byte> finish() override {
    if (!waiting_.empty()) put_waiting();
    return std::move(index_);
  }

  void put_waiting() {
    put_block(waiting_);
    waiting_.clear();
  }

  void put_block(std::span<const std::uint64_t> keys) {
    encode_elias_fano(keys, block_);
    index_.resize(index_.size() + kEntryBytes);
    std::byte* const entry = index_.data() + index_.size() - kEntryBytes;
    store_as(entry, keys.front());
    store_as(entry + 8, keys.back());
    store_as(entry + 16, offset_);
    offset_ += block_.size();
    hand_out_blocks(block_, 1);
  }

  std::vector<std::uint64_t> waiting_;
  std::vector<std::byte> block_;
  std::vector<std::byte> index_;
  std::uint64_t offset_ = 0;
};

}  // namespace

std::shared_ptr<const KeyBlocks> open_elias_fano(const CodedParts& parts) {
  return std::make_shared<const EliasFanoBlocks>(parts);
}

std::unique_ptr<KeyBlockWriter> elias_fano_writer(EncodedSink sink) {
  return std::make_unique<EliasFanoWriter>(std::move(sink));
}

}  // namespace facsim
