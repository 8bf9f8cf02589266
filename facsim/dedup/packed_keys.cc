// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/packed_keys.h"

#include <array>
#include <cstring>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/index/masks.h"

namespace facsim {
namespace {

constexpr auto kLastChannel = static_cast<std::uint8_t>(KeyChannel::text);
// The number of nodes that a task remembers, of 40 bytes each.
constexpr std::size_t kSeenMax = 1'000'000;
constexpr std::size_t kPageHead = 16;
constexpr std::size_t kPageKey = 9;

void pack(const NodeKey& key, std::string& into) {
  std::array<char, kPackedKeyBytes> bytes;
  bytes[0] = static_cast<char>(key.channel);
  std::memcpy(&bytes[1], &key.key, 8);
  std::memcpy(&bytes[9], &key.node, 8);
  std::memcpy(&bytes[17], &key.fingerprint, 8);
  into.append(bytes.data(), bytes.size());
}

void append_word(std::uint64_t word, std::string& into) {
  into.append(reinterpret_cast<const char*>(&word), sizeof word);
}

std::uint64_t word_at(std::string_view bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

void append_keys(KeyChannel channel, const std::vector<std::uint64_t>& keys, std::string& into) {
  for (const std::uint64_t key : keys) {
    into.push_back(static_cast<char>(channel));
    append_word(key, into);
  }
}

}  // namespace

std::string packed_page(const PageKeys& keys) {
  std::string packed;
  if (!keys.has_fingerprint) return packed;
  packed.reserve(kPageHead + kPageKey * (keys.bands.size() + keys.anchors.size()));
  append_word(keys.scope_key, packed);
  append_word(keys.fingerprint, packed);
  append_keys(KeyChannel::band, keys.bands, packed);
  append_keys(KeyChannel::anchor, keys.anchors, packed);
  return packed;
}

PagePacker::PagePacker(std::uint32_t parts, int max_distance, std::uint64_t pages) : keys_(parts) {
  if (max_distance >= 0) masks_ = covering_masks(max_distance, pages);
}

void PagePacker::add(std::int64_t node, std::string_view page) {
  if (!page.empty() && (page.size() < kPageHead || (page.size() - kPageHead) % kPageKey != 0)) {
    throw Error(ErrorCode::damaged,
                "keys: " + std::to_string(page.size()) + " bytes are not those of a page");
  }
  const auto known = seen_.find(node);
  if (known != seen_.end() && known->second) return;
  of_page_.clear();
  if (!page.empty()) {
    const std::uint64_t scope = word_at(page, 0);
    const std::uint64_t fingerprint = word_at(page, 8);
    for (std::size_t at = kPageHead; at < page.size(); at += kPageKey) {
      const auto channel = static_cast<KeyChannel>(page[at]);
      of_page_.push_back({channel, word_at(page, at + 1), node, fingerprint});
    }
    for (std::size_t table = 0; table < masks_.size(); ++table) {
      const std::uint64_t key = bucket_key(scope, table, fingerprint & masks_[table]);
      of_page_.push_back({KeyChannel::bucket, key, node, fingerprint});
    }
  }
  if (of_page_.empty()) {
    of_page_.push_back({KeyChannel::text, static_cast<std::uint64_t>(node), node, 0});
  }
  if (known != seen_.end()) {
    keys_.add(of_page_.front());
    known->second = true;
    return;
  }
  for (const NodeKey& key : of_page_) keys_.add(key);
  if (seen_.size() < kSeenMax) seen_.emplace(node, false);
}

void PackedKeys::add(const NodeKey& key) {
  pack(key, parts_[mix64(key.key) % parts_.size()]);
  bytes_ += kPackedKeyBytes;
}

void PackedKeys::take(
    const std::function<void(std::uint32_t part, std::string_view bytes)>& visit) {
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (parts_[part].empty()) continue;
    visit(static_cast<std::uint32_t>(part), parts_[part]);
    parts_[part].clear();
  }
  bytes_ = 0;
}

void UnpackedKeys::add(std::string_view packed) {
  if (packed.size() % kPackedKeyBytes != 0) {
    throw Error(ErrorCode::damaged,
                "keys: " + std::to_string(packed.size()) + " bytes are no whole number of keys");
  }
  for (std::size_t at = 0; at < packed.size(); at += kPackedKeyBytes) {
    const char* bytes = packed.data() + at;
    KeyRow row;
    row.channel = static_cast<std::uint8_t>(bytes[0]);
    if (row.channel > kLastChannel) {
      throw Error(ErrorCode::damaged, "keys: there is no channel " + std::to_string(row.channel));
    }
    std::memcpy(&row.key, bytes + 1, 8);
    std::memcpy(&row.node, bytes + 9, 8);
    std::memcpy(&row.fingerprint, bytes + 17, 8);
    sorter_.add(row);
  }
}

bool UnpackedKeys::next(NodeKey& key) {
  KeyRow row;
  if (!sorter_.next(row)) return false;
  key = {static_cast<KeyChannel>(row.channel), row.key, row.node, row.fingerprint};
  return true;
}

}  // namespace facsim
