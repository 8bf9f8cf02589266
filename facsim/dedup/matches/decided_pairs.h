// SPDX-License-Identifier: Apache-2.0
#pragma once
// What people said of pairs of pages, as the leader rule asks for it.
//
// A pair is known by the pages that stand for its two texts, so that a decision holds for all pages
// of these texts. Cost: a look into a hash table.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace facsim {

enum class PairDecision : std::uint8_t { different, same };

class DecidedPairs {
 public:
  // The second decision on a pair takes the place of the first.
  void add(std::uint32_t page, std::uint32_t other, PairDecision decision) {
    decisions_[key(page, other)] = decision;
  }
  void remove(std::uint32_t page, std::uint32_t other) { decisions_.erase(key(page, other)); }
  [[nodiscard]] std::optional<PairDecision> of(std::uint32_t page, std::uint32_t other) const {
    const auto found = decisions_.find(key(page, other));
    if (found == decisions_.end()) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] std::size_t size() const noexcept { return decisions_.size(); }

 private:
  static std::uint64_t key(std::uint32_t page, std::uint32_t other) noexcept {
    return std::uint64_t{std::min(page, other)} << 32 | std::max(page, other);
  }

  std::unordered_map<std::uint64_t, PairDecision> decisions_;
};

}  // namespace facsim
