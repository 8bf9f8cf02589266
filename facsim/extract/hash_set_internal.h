// SPDX-License-Identifier: Apache-2.0
#pragma once
// A set of 64-bit hashes that is emptied often: open addressing, at most half full.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace facsim {

class HashSet {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] const std::vector<std::uint64_t>& values() const noexcept { return values_; }

  void clear() noexcept {
    if (!values_.empty()) std::fill(slots_.begin(), slots_.end(), 0);
    values_.clear();
  }

  // Returns true if the hash was new. Amortized constant time.
  bool insert(std::uint64_t value) {
    if (slots_.size() < 2 * (values_.size() + 1)) grow();
    const std::size_t slot = slot_of(value);
    if (slots_[slot] != 0) return false;
    values_.push_back(value);
    slots_[slot] = static_cast<std::uint32_t>(values_.size());
    return true;
  }

 private:
  // Returns the slot that holds the value, or the empty slot where it would be inserted.
  [[nodiscard]] std::size_t slot_of(std::uint64_t value) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(value) & mask;
    while (slots_[slot] != 0 && values_[slots_[slot] - 1] != value) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 1024 : 2 * slots_.size(), 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      slots_[slot_of(values_[i])] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<std::uint32_t> slots_;  // index into values_ plus one, or 0
  std::vector<std::uint64_t> values_;
};

}  // namespace facsim
