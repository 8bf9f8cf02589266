// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values that changed recently, by key, and the change that wrote each: memory takes precedence
// over the rows of the store, which may lag behind.
//
// One thread at a time may change it; const calls are safe from any thread while no thread changes
// it. Cost: some 50 bytes a value.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace facsim {

template <class Key, class Value>
class RecentValues {
 public:
  // is_full() is false below this number of values.
  explicit RecentValues(std::size_t kept_max) : kept_max_(kept_max), forget_at_(kept_max) {}

  [[nodiscard]] const Value* find(const Key& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second.first;
  }
  [[nodiscard]] std::uint64_t ticket_of(const Key& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? 0 : found->second.second;
  }
  void set(const Key& key, Value value, std::uint64_t ticket) {
    values_.insert_or_assign(key, std::pair(std::move(value), ticket));
  }
  void erase(const Key& key) { values_.erase(key); }
  [[nodiscard]] bool is_full() const noexcept { return values_.size() >= forget_at_; }
  // Forgets the values of changes up to this one.
  void forget(std::uint64_t ticket) {
    std::erase_if(values_, [&](const auto& each) { return each.second.second <= ticket; });
    // Twice what must stay, or every change would search all of it in vain.
    forget_at_ = std::max(kept_max_, values_.size() * 2);
  }

 private:
  std::size_t kept_max_;
  std::size_t forget_at_;
  std::unordered_map<Key, std::pair<Value, std::uint64_t>> values_;
};

}  // namespace facsim
