// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keys in transit between machines: partitioned into byte strings by the sender, sorted by the
// receiver.
//
// A cluster's engine moves a string of a thousand keys as fast as one key. All rows of one key are
// in one part, so the links of each part are found separately (key_links.h).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_sort.h"
#include "facsim/dedup/key_links.h"
#include "facsim/dedup/page_keys.h"

namespace facsim {

// For each key: channel (1), key (8), node (8) and fingerprint (8), in the byte order of x86-64.
inline constexpr std::size_t kPackedKeyBytes = 25;

class PackedKeys {
 public:
  // `parts` > 0. The part of a key depends only on the key and on `parts`.
  explicit PackedKeys(std::uint32_t parts) : parts_(parts) {}

  void add(const NodeKey& key);
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  // Passes the bytes of each non-empty part to `visit` and empties it.
  void take(const std::function<void(std::uint32_t part, std::string_view bytes)>& visit);

 private:
  std::vector<std::string> parts_;
  std::size_t bytes_ = 0;
};

// Returns the input for PagePacker, which packs a page's keys once the number of all pages is
// known: scope and fingerprint (8 each), then for each band and anchor its channel (1) and key (8).
// Empty for a page without a fingerprint.
[[nodiscard]] std::string packed_page(const PageKeys& keys);

// Packs the keys of pages, including those of their fingerprints in the tables of a set of `pages`
// pages.
//
// Pages of one node have the same keys. They are packed once while the node is remembered; for a
// second page one key is repeated, by which KeyLinks learns that the node has more than one page.
class PagePacker {
 public:
  // `max_distance` < 0: no tables.
  PagePacker(std::uint32_t parts, int max_distance, std::uint64_t pages);

  // `page` is a result of packed_page(). Throws Error{damaged} for other bytes.
  void add(std::int64_t node, std::string_view page);
  [[nodiscard]] PackedKeys& keys() noexcept { return keys_; }

 private:
  PackedKeys keys_;
  std::vector<std::uint64_t> masks_;
  std::vector<NodeKey> of_page_;
  std::unordered_map<std::int64_t, bool> seen_;  // true if the node came more than once
};

// A row in its sort order.
struct KeyRow {
  std::uint64_t key = 0;
  std::int64_t node = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t channel = 0;  // as wide as the others, so that a row has no padding

  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return channel << 62 | key >> 2; }
  bool operator<(const KeyRow& other) const noexcept {
    return std::tie(channel, key, node, fingerprint) <
           std::tie(other.channel, other.key, other.node, other.fingerprint);
  }
};

// The keys of one part, in the order that KeyLinks needs. Cost: as SpillSorter, 32 bytes per key.
class UnpackedKeys {
 public:
  // `scratch` must outlive this.
  UnpackedKeys(Scratch& scratch, std::size_t memory_bytes_max)
      : sorter_(scratch, memory_bytes_max) {}

  // Adds bytes of PackedKeys. Throws Error{damaged} for others; rows added before are preserved.
  void add(std::string_view packed);
  // Ends adding; before the first next().
  void sort() { sorter_.sort(); }
  [[nodiscard]] bool next(NodeKey& key);

 private:
  SpillSorter<KeyRow> sorter_;
};

}  // namespace facsim
