// SPDX-License-Identifier: Apache-2.0
#pragma once
// A hash table in memory that only grows: 64-bit keys lead to numbers, many numbers under one key.
//
// It takes 16 bytes a key and 9 to 18 for its place in the table. It allocates nothing per key and
// moves entries only when the table doubles. Most look-ups are for missing keys. The marks, one
// byte for two places, reject nine of ten of these, and are small enough to stay in a near cache.
// One thread at a time may add; const calls are safe from any thread while no thread adds.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/store/huge_pages.h"

namespace facsim {

class KeyChains {
 public:
  void add(std::uint64_t key, std::uint32_t number) {
    if (links_.size() >= heads_.size() / 2) grow();
    links_.push_back({key, number, kNone});
    links_.back().next = hang_in(key, static_cast<std::uint32_t>(links_.size() - 1));
  }

  // Calls visit(number) for every number added under the key, the last one first.
  template <class Visit>
  void for_each(std::uint64_t key, const Visit& visit) const {
    const std::uint64_t mixed = mix64(key);
    if (!may_have(mixed)) return;
    for (std::uint32_t link = heads_[place_of(mixed)]; link != kNone; link = links_[link].next) {
      if (links_[link].key == key) visit(links_[link].number);
    }
  }

  // Prefetches for later look-ups of many keys: call fetch_mark() for all of them, then
  // fetch_head(), then fetch_link(). The first entries that for_each() visits are then in the
  // cache.
  void fetch_mark(std::uint64_t key) const noexcept {
    if (!marks_.empty()) __builtin_prefetch(&marks_[mark_of(mix64(key))]);
  }
  void fetch_head(std::uint64_t key) const noexcept {
    const std::uint64_t mixed = mix64(key);
    if (may_have(mixed)) __builtin_prefetch(&heads_[place_of(mixed)]);
  }
  void fetch_link(std::uint64_t key) const noexcept {
    const std::uint64_t mixed = mix64(key);
    if (!may_have(mixed)) return;
    const std::uint32_t link = heads_[place_of(mixed)];
    if (link != kNone) __builtin_prefetch(&links_[link]);
  }

  [[nodiscard]] std::size_t bytes() const noexcept {
    return links_.capacity() * sizeof(Link) + heads_.capacity() * sizeof(std::uint32_t) +
           marks_.capacity();
  }

 private:
  struct Link {
    std::uint64_t key;
    std::uint32_t number;
    std::uint32_t next;  // in the same place
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::size_t kPlacesMin = 1024;

  // The lowest bits of a mixed key give its place, the highest its bit in the mark.
  [[nodiscard]] std::size_t place_of(std::uint64_t mixed) const noexcept {
    return static_cast<std::size_t>(mixed) & (heads_.size() - 1);
  }
  [[nodiscard]] std::size_t mark_of(std::uint64_t mixed) const noexcept {
    return static_cast<std::size_t>(mixed) & (marks_.size() - 1);
  }
  static std::uint8_t bit_of(std::uint64_t mixed) noexcept {
    return static_cast<std::uint8_t>(1U << (mixed >> 61));
  }
  [[nodiscard]] bool may_have(std::uint64_t mixed) const noexcept {
    return !marks_.empty() && (marks_[mark_of(mixed)] & bit_of(mixed)) != 0;
  }
  // Makes the link the first of its place; returns the link that was first before.
  std::uint32_t hang_in(std::uint64_t key, std::uint32_t link) {
    const std::uint64_t mixed = mix64(key);
    marks_[mark_of(mixed)] |= bit_of(mixed);
    return std::exchange(heads_[place_of(mixed)], link);
  }
  void grow() {
    const std::size_t places = heads_.empty() ? kPlacesMin : 2 * heads_.size();
    heads_.reserve(places);  // may throw; nothing has changed yet
    marks_.reserve(places / 2);
    heads_.assign(places, kNone);
    marks_.assign(places / 2, 0);
    for (std::uint32_t link = 0; link < links_.size(); ++link) {
      links_[link].next = hang_in(links_[link].key, link);
    }
  }

  std::vector<std::uint8_t, HugePages<std::uint8_t>> marks_;    // a power of two
  std::vector<std::uint32_t, HugePages<std::uint32_t>> heads_;  // a power of two
  std::vector<Link, HugePages<Link>> links_;
};

}  // namespace facsim
