// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table of fingerprints in memory that finds those within a small distance of a given one.
//
// Each fingerprint is in max_distance + 1 chains, one for each block of its bits; two fingerprints
// within that distance agree in at least one block (pigeonhole principle; Manku, Jain, Das Sarma,
// World Wide Web 2007, section 3.1). The links of the chains are stored next to the fingerprint. At
// distance 3 a fingerprint takes 32 to 64 bytes and its places in the chains up to 32, and with n
// fingerprints a look-up visits 4 n / 2^16 of them. At distance 12 it takes up to 128 bytes, and a
// look-up visits more than a third of all, since a block has four or five bits.
//
// One thread at a time may add; const calls are safe from any thread while no thread adds.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/store/huge_pages.h"

namespace facsim {

class FingerprintChains {
 public:
  // A distance below 0 finds nothing.
  explicit FingerprintChains(int max_distance)
      : max_distance_(std::max(max_distance, -1)),
        blocks_(static_cast<std::size_t>(max_distance_ + 1)),
        stride_(std::bit_ceil(kNext + blocks_)),
        places_max_(blocks_ == 0 ? 0 : std::min(kPlacesMax, values_of_block())) {}

  void add(std::uint64_t fingerprint, std::uint32_t number) {
    if (blocks_ == 0) return;
    if (count_ >= places_ && places_ < places_max_) grow();
    nodes_.resize(nodes_.size() + stride_);
    std::uint32_t* const node = node_at(count_);
    node[0] = static_cast<std::uint32_t>(fingerprint);
    node[1] = static_cast<std::uint32_t>(fingerprint >> 32);
    node[kNumber] = number;
    hang_in(count_++);
  }

  // Calls visit(number) once for each fingerprint within max_distance.
  template <class Visit>
  void for_each_near(std::uint64_t fingerprint, const Visit& visit) const {
    if (count_ == 0) return;
    for (std::size_t block = 0; block < blocks_; ++block) {
      std::uint32_t at = heads_[head_of(fingerprint, block)];
      while (at != kNone) {
        const std::uint32_t* const node = node_at(at);
        const std::uint64_t differing = fingerprint ^ fingerprint_in(node);
        if (std::popcount(differing) <= max_distance_ && first_agreeing(differing) == block) {
          visit(node[kNumber]);
        }
        at = node[kNext + block];
      }
    }
  }

  // Prefetches for a later for_each_near(): call fetch_heads(), do other work, then call
  // fetch_nodes(). The first entries that for_each_near() visits are then in the cache.
  void fetch_heads(std::uint64_t fingerprint) const noexcept {
    if (count_ == 0) return;
    for (std::size_t block = 0; block < blocks_; ++block) {
      __builtin_prefetch(&heads_[head_of(fingerprint, block)]);
    }
  }
  void fetch_nodes(std::uint64_t fingerprint) const noexcept {
    if (count_ == 0) return;
    for (std::size_t block = 0; block < blocks_; ++block) {
      const std::uint32_t at = heads_[head_of(fingerprint, block)];
      if (at != kNone) __builtin_prefetch(node_at(at));
    }
  }

  [[nodiscard]] std::size_t bytes() const noexcept {
    return (nodes_.capacity() + heads_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  // Layout of a node: its fingerprint, its number, and the next node in the chain of each block.
  static constexpr std::size_t kNumber = 2;
  static constexpr std::size_t kNext = 3;
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr int kFingerprintBits = 64;
  static constexpr std::size_t kPlacesMin = 1024;
  static constexpr std::size_t kPlacesMax = std::size_t{1} << 20;

  [[nodiscard]] std::uint32_t* node_at(std::size_t node) { return &nodes_[node * stride_]; }
  [[nodiscard]] const std::uint32_t* node_at(std::size_t node) const {
    return &nodes_[node * stride_];
  }
  static std::uint64_t fingerprint_in(const std::uint32_t* node) noexcept {
    return std::uint64_t{node[1]} << 32 | node[0];
  }
  // Returns the bits of one block, shifted to the lowest.
  [[nodiscard]] std::uint64_t block_of(std::uint64_t bits, std::size_t block) const noexcept {
    const int begin = kFingerprintBits * static_cast<int>(block) / (max_distance_ + 1);
    const int end = kFingerprintBits * static_cast<int>(block + 1) / (max_distance_ + 1);
    return bits << (kFingerprintBits - end) >> (kFingerprintBits - end + begin);
  }
  [[nodiscard]] std::size_t first_agreeing(std::uint64_t differing) const noexcept {
    std::size_t block = 0;
    while (block < blocks_ && block_of(differing, block) != 0) ++block;
    return block;
  }
  // A block with no more values than there are places has one place for each value, unmixed.
  [[nodiscard]] std::size_t head_of(std::uint64_t fingerprint, std::size_t block) const noexcept {
    std::uint64_t value = block_of(fingerprint, block);
    if (static_cast<std::size_t>(std::bit_width(places_)) <= kFingerprintBits / blocks_)
      value = mix64(value);
    return block * places_ + (static_cast<std::size_t>(value) & (places_ - 1));
  }
  void hang_in(std::size_t number) {
    std::uint32_t* const node = node_at(number);
    const std::uint64_t fingerprint = fingerprint_in(node);
    for (std::size_t block = 0; block < blocks_; ++block) {
      std::uint32_t& head = heads_[head_of(fingerprint, block)];
      node[kNext + block] = head;
      head = static_cast<std::uint32_t>(number);
    }
  }
  [[nodiscard]] std::size_t values_of_block() const noexcept {
    const std::size_t bits = (kFingerprintBits + blocks_ - 1) / blocks_;
    return bits < 63 ? std::size_t{1} << bits : kPlacesMax;
  }
  void grow() {
    const std::size_t places = std::min(std::max(kPlacesMin, 2 * places_), places_max_);
    heads_.reserve(blocks_ * places);  // may throw; nothing has changed yet
    places_ = places;
    heads_.assign(blocks_ * places_, kNone);
    for (std::size_t node = 0; node < count_; ++node) hang_in(node);
  }

  int max_distance_;
  std::size_t blocks_;
  std::size_t stride_;
  std::size_t places_max_;
  std::size_t count_ = 0;
  std::size_t places_ = 0;  // for each block; a power of two
  std::vector<std::uint32_t, HugePages<std::uint32_t>> heads_;
  std::vector<std::uint32_t, HugePages<std::uint32_t>> nodes_;
};

}  // namespace facsim
