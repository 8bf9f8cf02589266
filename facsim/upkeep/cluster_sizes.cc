// SPDX-License-Identifier: Apache-2.0
#include "facsim/upkeep/cluster_sizes.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/seen/store_keys.h"

namespace facsim {
namespace {

constexpr std::size_t kAhead = 4096;
constexpr std::size_t kNumberBytes = 8;

// Orders by size, the largest first, then by age, the oldest first.
bool comes_before(const ClusterSizes::Size& a, const ClusterSizes::Size& b) {
  return a.second != b.second ? a.second > b.second : a.first < b.first;
}

}  // namespace

ClusterSizes::ClusterSizes(const RowStore& rows) : rows_(rows) {
  rows.for_each_key(kCrawlJoinedPrefix, kCrawlJoinedPrefix,
                    [this](std::string_view key, std::string_view value) {
                      if (key.size() == 1 + 2 * kNumberBytes) {
                        joined_[number_of(key.substr(1 + kNumberBytes))] += number_of(value);
                      }
                      return true;
                    });
}

std::uint64_t ClusterSizes::of(std::uint64_t representative) const {
  const std::optional<std::string> own = rows_.value(cluster_size_key(representative));
  const auto joined = joined_.find(representative);
  return (own ? number_of(*own) : 1) + (joined == joined_.end() ? 0 : joined->second);
}

void ClusterSizes::read_ahead(std::uint64_t from) {
  ahead_.clear();
  is_at_end_ = true;
  rows_.for_each_key(kClusterSizePrefix, cluster_size_key(from),
                     [this](std::string_view key, std::string_view value) {
                       if (!is_cluster_size_key(key)) return true;
                       const std::uint64_t number = number_of(key.substr(1));
                       ahead_.emplace_back(number, number_of(value));
                       ahead_to_ = number + 1;
                       is_at_end_ = ahead_.size() < kAhead;
                       return is_at_end_;
                     });
}

std::uint64_t ClusterSizes::next_from(std::uint64_t representative) {
  if (representative >= ahead_to_ && !is_at_end_) read_ahead(representative);
  while (!ahead_.empty() && ahead_.front().first < representative) ahead_.pop_front();
  const bool is_there = !ahead_.empty() && ahead_.front().first == representative;
  const auto joined = joined_.find(representative);
  return (is_there ? ahead_.front().second : 1) + (joined == joined_.end() ? 0 : joined->second);
}

std::vector<ClusterSizes::Size> ClusterSizes::largest(std::size_t most) const {
  std::vector<Size> heap;  // the smallest of them in front
  const auto offer = [&](const Size& size) {
    if (size.second < 2) return;
    heap.push_back(size);
    std::push_heap(heap.begin(), heap.end(), comes_before);
    if (heap.size() <= most) return;
    std::pop_heap(heap.begin(), heap.end(), comes_before);
    heap.pop_back();
  };
  rows_.for_each_key(kClusterSizePrefix, {}, [&](std::string_view key, std::string_view value) {
    if (!is_cluster_size_key(key)) return true;
    const std::uint64_t number = number_of(key.substr(1));
    const auto joined = joined_.find(number);
    offer({number, number_of(value) + (joined == joined_.end() ? 0 : joined->second)});
    return true;
  });
  for (const auto& [number, pages] : joined_) {
    if (!rows_.value(cluster_size_key(number))) offer({number, 1 + pages});
  }
  std::sort_heap(heap.begin(), heap.end(), comes_before);
  return heap;
}

}  // namespace facsim
