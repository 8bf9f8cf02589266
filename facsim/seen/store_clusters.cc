// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/store_clusters.h"

#include "facsim/seen/store_keys.h"

namespace facsim {

std::optional<std::uint64_t> StoreClusters::known_size(std::uint64_t representative) const {
  if (const auto known = sizes_.find(representative)) return known;
  const std::uint64_t* const recent = recent_sizes_.find(representative);
  return recent == nullptr ? std::nullopt : std::optional(*recent);
}

// A representative newer than the reading has a size in memory, or its cluster has one page.
std::uint64_t StoreClusters::size(std::uint64_t representative, const RowsRead& read) const {
  if (const auto known = known_size(representative)) return *known;
  const auto found = read.sizes.find(representative);
  if (found != read.sizes.end()) return found->second;
  if (representative > read.last_row) return 1;
  return rows_.size_late(representative);
}

void StoreClusters::set_size(std::uint64_t representative, std::uint64_t pages,
                             StateChange& change) {
  sizes_.set(representative, pages);
  if (recent_sizes_.is_full()) recent_sizes_.forget(reads_.known_to_all(rows_.committed()));
  recent_sizes_.set(representative, pages, rows_.next_ticket());
  if (pages > 1) {
    change.set_key(cluster_size_key(representative), bytes_of_number(pages));
  } else {
    change.erase_key(cluster_size_key(representative));
  }
}

std::set<std::uint64_t> StoreClusters::members(std::uint64_t representative,
                                               const RowsRead& read) const {
  std::set<std::uint64_t> members;
  if (const auto found = read.members.find(representative); found != read.members.end()) {
    members.insert(found->second.begin(), found->second.end());
  } else if (representative <= read.last_row) {
    members = rows_.members_late(representative);
  }
  members_.apply(representative, members);
  return members;
}

void StoreClusters::set_member(std::uint64_t representative, std::uint64_t member, bool is_member,
                               StateChange& change) {
  if (members_.is_full()) members_.forget(reads_.known_to_all(rows_.committed()));
  members_.set(representative, member, is_member, rows_.next_ticket());
  if (is_member) {
    change.set_key(cluster_member_key(representative, member), std::string());
  } else {
    change.erase_key(cluster_member_key(representative, member));
  }
}

}  // namespace facsim
