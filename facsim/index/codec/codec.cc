// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/codec/codec.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/index/codec/key_blocks_internal.h"

namespace facsim {
namespace {

// Keys that verify() decodes at a time.
constexpr std::uint64_t kVerifyKeys = 65'536;

}  // namespace

SortedKeysBuilder::SortedKeysBuilder(Codec codec, EncodedSink sink)
    : writer_(codec == Codec::elias_fano ? elias_fano_writer(std::move(sink))
                                         : xor_huffman_writer(std::move(sink))) {}
SortedKeysBuilder::SortedKeysBuilder(SortedKeysBuilder&&) noexcept = default;
SortedKeysBuilder& SortedKeysBuilder::operator=(SortedKeysBuilder&&) noexcept = default;
SortedKeysBuilder::~SortedKeysBuilder() = default;

bool SortedKeysBuilder::needs_scan() const noexcept { return writer_->needs_scan(); }

void SortedKeysBuilder::scan(std::span<const std::uint64_t> keys) { writer_->scan(keys); }

void SortedKeysBuilder::add(std::span<const std::uint64_t> keys) { writer_->add(keys); }

std::uint64_t SortedKeysBuilder::build() { return writer_->build(); }

SortedKeys::SortedKeys(std::span<const std::byte> bytes, Codec codec, std::uint64_t size,
                       std::shared_ptr<const KeyBlocks> blocks) noexcept
    : bytes_(bytes), codec_(codec), size_(size), blocks_(std::move(blocks)) {}

SortedKeys SortedKeys::open(std::span<const std::byte> bytes) {
  const CodedParts parts = split_coded(bytes);
  const Codec codec = parts.tail.codec;
  return {bytes, codec, parts.tail.count,
          codec == Codec::elias_fano ? open_elias_fano(parts) : open_xor_huffman(parts)};
}

std::size_t SortedKeys::decode(std::uint64_t first, std::span<std::uint64_t> out) const noexcept {
  if (first >= size_) return 0;
  const std::uint64_t wanted = std::min<std::uint64_t>(out.size(), size_ - first);
  if (wanted == 0) return 0;
  out = out.first(wanted);
  std::uint64_t block = blocks_->block_of(first);
  std::uint64_t begin = blocks_->begin_of(block);
  while (!out.empty()) {
    const std::uint64_t end = blocks_->begin_of(block + 1);
    const std::uint64_t here = std::min<std::uint64_t>(out.size(), end - first);
    blocks_->decode(block, first - begin, out.first(here));
    out = out.subspan(here);
    first += here;
    begin = end;
    ++block;
  }
  return wanted;
}

std::uint64_t SortedKeys::lower_bound(std::uint64_t key) const noexcept {
  return blocks_->lower_bound(key);
}

KeyRange SortedKeys::equal_range(std::uint64_t key) const noexcept { return prefix_range(key, 64); }

KeyRange SortedKeys::prefix_range(std::uint64_t key, int bits) const noexcept {
  const std::uint64_t rest = bits >= 64 ? 0 : ~std::uint64_t{0} >> std::max(bits, 0);
  const std::uint64_t last = key | rest;
  return {lower_bound(key & ~rest), ~last == 0 ? size_ : lower_bound(last + 1)};
}

void SortedKeys::verify() const {
  std::uint64_t compared = 0;
  SortedKeysBuilder again(codec_, [&](std::span<const std::byte> piece) {
    const auto rest = bytes_.subspan(compared);
    if (piece.size() > rest.size() || std::memcmp(piece.data(), rest.data(), piece.size()) != 0) {
      const auto differs =
          std::mismatch(piece.begin(), piece.end(), rest.begin(), rest.end()).first;
      compared += static_cast<std::uint64_t>(differs - piece.begin());
      throw_damaged("byte " + std::to_string(compared) + " is not what the keys encode to");
    }
    compared += piece.size();
  });
  // Checked here because the builder would report a wrong order as the caller's mistake.
  const auto each_piece = [this](const auto& take) {
    std::vector<std::uint64_t> keys(std::min<std::uint64_t>(size_, kVerifyKeys));
    std::uint64_t before = 0;
    KeyCursor cursor(*this);
    while (const std::size_t count = cursor.read(keys)) {
      const std::span piece(keys.data(), count);
      if (piece.front() < before || !std::is_sorted(piece.begin(), piece.end())) {
        throw_damaged("the keys before position " + std::to_string(cursor.position()) +
                      " do not ascend");
      }
      take(piece);
      before = piece.back();
    }
  };
  if (again.needs_scan()) {
    each_piece([&again](std::span<const std::uint64_t> piece) { again.scan(piece); });
  }
  each_piece([&again](std::span<const std::uint64_t> piece) { again.add(piece); });
  again.build();
  if (compared != bytes_.size()) throw_damaged("longer than what the keys encode to");
}

}  // namespace facsim
