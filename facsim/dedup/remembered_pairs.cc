// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/remembered_pairs.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace facsim {
namespace {

bool is_stronger(const MeasuredPair& a, const MeasuredPair& b) {
  return std::pair(a.reaches_floor, a.likeness) > std::pair(b.reaches_floor, b.likeness);
}

}  // namespace

void RememberedPairs::add(const MeasuredPair& pair) {
  Range& range = ranges_.try_emplace(pair.page, Range{pairs_.size(), 0}).first->second;
  if (range.count < most_) {
    assert(range.begin + range.count == pairs_.size() && "pairs of a page come together");
    pairs_.push_back(pair);
    if (++range.count == most_) range.weakest = weakest(range);
    return;
  }
  if (!is_stronger(pair, pairs_[range.weakest])) return;
  pairs_[range.weakest] = pair;
  range.weakest = weakest(range);
}

MeasuredPair* RememberedPairs::find(std::uint32_t page, std::uint32_t other) {
  const auto found = ranges_.find(page);
  if (found == ranges_.end()) return nullptr;
  for (std::uint32_t i = 0; i < found->second.count; ++i) {
    MeasuredPair& pair = pairs_[found->second.begin + i];
    if (pair.other == other) return &pair;
  }
  return nullptr;
}

MeasuredPair* RememberedPairs::put_back(const MeasuredPair& pair) {
  const auto found = ranges_.find(pair.page);
  assert(found != ranges_.end() && "it was added once");
  MeasuredPair& last = pairs_[weakest(found->second)];
  last = pair;
  return &last;
}

std::vector<MeasuredPair> RememberedPairs::take() {
  ranges_.clear();
  return std::exchange(pairs_, {});
}

std::size_t RememberedPairs::weakest(const Range& range) const {
  const auto begin = pairs_.begin() + static_cast<std::ptrdiff_t>(range.begin);
  const auto found = std::min_element(
      begin, begin + range.count,
      [](const MeasuredPair& a, const MeasuredPair& b) { return is_stronger(b, a); });
  return static_cast<std::size_t>(found - pairs_.begin());
}

}  // namespace facsim
