// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages that recently joined or left clusters: the rows of the store may not have these changes
// yet.
//
// One thread at a time may change it; const calls are safe from any thread while no thread changes
// it. Cost: some 60 bytes a change.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace facsim {

class RecentMembers {
 public:
  void set(std::uint64_t representative, std::uint64_t member, bool is_member,
           std::uint64_t ticket) {
    const auto [at, is_new] = changes_[representative].insert_or_assign(
        member, Change{.ticket = ticket, .is_member = is_member});
    size_ += is_new ? 1 : 0;
  }
  // Updates `members`, read from the rows since the last forget(), to the present state.
  void apply(std::uint64_t representative, std::set<std::uint64_t>& members) const {
    const auto found = changes_.find(representative);
    if (found == changes_.end()) return;
    for (const auto& [member, change] : found->second) {
      change.is_member ? void(members.insert(member)) : void(members.erase(member));
    }
  }
  [[nodiscard]] bool is_full() const noexcept { return size_ >= forget_at_; }
  // Forgets the changes up to this one.
  void forget(std::uint64_t ticket) {
    size_ = 0;
    for (auto cluster = changes_.begin(); cluster != changes_.end();) {
      std::erase_if(cluster->second,
                    [&](const auto& each) { return each.second.ticket <= ticket; });
      size_ += cluster->second.size();
      cluster = cluster->second.empty() ? changes_.erase(cluster) : std::next(cluster);
    }
    // Twice what must stay, or every change would search all of it in vain.
    forget_at_ = std::max(kKeptMax, size_ * 2);
  }

 private:
  static constexpr std::size_t kKeptMax = std::size_t{1} << 16;
  struct Change {
    std::uint64_t ticket = 0;
    bool is_member = false;
  };
  std::unordered_map<std::uint64_t, std::map<std::uint64_t, Change>> changes_;
  std::size_t size_ = 0;
  std::size_t forget_at_ = kKeptMax;
};

}  // namespace facsim
