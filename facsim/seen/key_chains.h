// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table in memory that only grows: 64-bit keys that lead to numbers, many under one key.
//
// 16 bytes a key and 8 to 16 for its place in the table; no allocation a key, and nothing moves but
// when the table doubles. Keys must be spread (hashes), or made so by mix64(). One thread at a time
// may add; const calls from any thread while nobody does.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {

class KeyChains {
 public:
  void add(std::uint64_t key, std::uint32_t number) {
    if (links_.size() >= heads_.size() / 2) grow();
    hang_in(key, static_cast<std::uint32_t>(links_.size()));
    links_.push_back({key, number, next_});
  }

  // Calls visit(number) for all that were added under the key, the last one first.
  template <class Visit>
  void for_each(std::uint64_t key, const Visit& visit) const {
    if (heads_.empty()) return;
    for (std::uint32_t link = heads_[place_of(key)]; link != kNone; link = links_[link].next) {
      if (links_[link].key == key) visit(links_[link].number);
    }
  }

  // For who will ask for many keys: the first of these for all of them, then the second, then
  // for_each() finds in the cache what it walks through first.
  void fetch_head(std::uint64_t key) const noexcept {
    if (!heads_.empty()) __builtin_prefetch(&heads_[place_of(key)]);
  }
  void fetch_link(std::uint64_t key) const noexcept {
    if (heads_.empty()) return;
    const std::uint32_t link = heads_[place_of(key)];
    if (link != kNone) __builtin_prefetch(&links_[link]);
  }

  [[nodiscard]] std::size_t bytes() const noexcept {
    return links_.capacity() * sizeof(Link) + heads_.capacity() * sizeof(std::uint32_t);
  }

 private:
  struct Link {
    std::uint64_t key;
    std::uint32_t number;
    std::uint32_t next;  // in the same place
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::size_t kPlacesMin = 1024;

  [[nodiscard]] std::size_t place_of(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>(mix64(key)) & (heads_.size() - 1);
  }
  // The link becomes the first of its place, before that which next_ says then.
  void hang_in(std::uint64_t key, std::uint32_t link) {
    std::uint32_t& head = heads_[place_of(key)];
    next_ = head;
    head = link;
  }
  void grow() {
    heads_.assign(heads_.empty() ? kPlacesMin : 2 * heads_.size(), kNone);
    for (std::uint32_t link = 0; link < links_.size(); ++link) {
      hang_in(links_[link].key, link);
      links_[link].next = next_;
    }
  }

  std::vector<std::uint32_t> heads_;  // a power of two
  std::vector<Link> links_;
  std::uint32_t next_ = kNone;
};

}  // namespace facsim
