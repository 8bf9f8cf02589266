// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "facsim/known/index_join_found_internal.h"

namespace facsim {
namespace {

bool is_before(const IndexHit& a, const IndexHit& b) noexcept {
  return std::tie(a.segment, a.ordinal) < std::tie(b.segment, b.ordinal);
}

bool is_nearer(const IndexHit& a, const IndexHit& b) noexcept {
  return std::tie(a.distance, a.segment, a.ordinal) < std::tie(b.distance, b.segment, b.ordinal);
}

IndexHit hit_of(const Found& found) noexcept {
  return {.segment = found.segment, .distance = found.distance, .ordinal = found.number};
}

}  // namespace

// Returns false at the end of the crowd.
bool FoundPairs::advance(Crowd& crowd) const {
  const OpenIndex::Part& part = *index_.parts()[crowd.next.segment];
  while (crowd.read < crowd.count) {
    crowd.next.ordinal = part.hamming.ordinal_at(crowd.place, crowd.read++);
    if (part.tombstones.empty() || !part.is_deleted(crowd.next.ordinal)) return true;
  }
  return false;
}

void FoundPairs::visit_all(SpillSorter<Found>& found, std::uint64_t first) {
  for (next(found); has_front_;) {
    const std::uint64_t fresh = front_.fresh;
    crowds_.clear();
    for (; is_of(fresh) && front_.is_single == 0; next(found)) {
      const OpenIndex::Part& part = *index_.parts()[front_.segment];
      Crowd crowd{.next = hit_of(front_),
                  .place = front_.number,
                  .read = 0,
                  .count = part.hamming.ordinals_count(front_.number)};
      if (advance(crowd)) crowds_.push_back(crowd);
    }
    first_ = first;
    limit_ > 0 ? choose(found, fresh) : merge(found, fresh);
  }
}

// Merges the entries of the crowds with the others, in order.
void FoundPairs::merge(SpillSorter<Found>& found, std::uint64_t fresh) {
  const auto is_later = [](const Crowd& a, const Crowd& b) { return is_before(b.next, a.next); };
  std::make_heap(crowds_.begin(), crowds_.end(), is_later);
  while (is_of(fresh) || !crowds_.empty()) {
    if (crowds_.empty() || (is_of(fresh) && is_before(hit_of(front_), crowds_.front().next))) {
      visit_({.fresh = first_ + fresh, .old = hit_of(front_)});
      next(found);
      continue;
    }
    std::pop_heap(crowds_.begin(), crowds_.end(), is_later);
    visit_({.fresh = first_ + fresh, .old = crowds_.back().next});
    if (advance(crowds_.back())) {
      std::push_heap(crowds_.begin(), crowds_.end(), is_later);
    } else {
      crowds_.pop_back();
    }
  }
}

void FoundPairs::choose(SpillSorter<Found>& found, std::uint64_t fresh) {
  nearest_.clear();
  bool all = true;
  for (Crowd& crowd : crowds_) {
    // Its entries ascend: after one that is not near enough, none is.
    bool one = true;
    while ((one = offer(crowd.next)) && advance(crowd)) {
    }
    all = all && one;
  }
  for (; is_of(fresh); next(found)) all = offer(hit_of(front_)) && all;
  if (!all || dropped_) ++truncated_;
  dropped_ = false;
  std::sort(nearest_.begin(), nearest_.end(), is_before);
  for (const IndexHit& hit : nearest_) visit_({.fresh = first_ + fresh, .old = hit});
}

// Returns true if the hit is among the nearest so far; the farthest of them is at the front.
bool FoundPairs::offer(const IndexHit& hit) {
  if (nearest_.size() == limit_) {
    if (!is_nearer(hit, nearest_.front())) return false;
    std::pop_heap(nearest_.begin(), nearest_.end(), is_nearer);
    nearest_.pop_back();
    dropped_ = true;
  }
  nearest_.push_back(hit);
  std::push_heap(nearest_.begin(), nearest_.end(), is_nearer);
  return true;
}

}  // namespace facsim
