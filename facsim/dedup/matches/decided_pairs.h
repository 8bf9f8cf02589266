// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decisions of people on pairs of pages, as the leader rule looks them up.
//
// A pair is identified by the representatives of its two texts, so that a decision holds for all
// pages of these texts. Cost: a look-up in a hash table.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace facsim {

enum class PairDecision : std::uint8_t { different, same };

class DecidedPairs {
 public:
  // A second decision on a pair replaces the first.
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
