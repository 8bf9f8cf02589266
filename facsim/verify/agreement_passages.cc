// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_passages.h"

#include <algorithm>

namespace facsim {
namespace {

// At most this many consecutive passages may be dropped, if the gap that they leave shares more
// and has at most kIslandGapMax units.
constexpr std::size_t kIslandsMax = 4;
constexpr std::size_t kIslandGapMax = 256;

std::uint32_t size_of(PassageList::Units units) { return static_cast<std::uint32_t>(units.size()); }
std::uint32_t first_end_of(const Passage& passage) { return passage.first_begin + passage.length; }
std::uint32_t second_end_of(const Passage& passage) {
  return passage.second_begin + passage.length;
}

void append(std::vector<Passage>& list, Passage passage) {
  if (list.empty()) {
    list.push_back(passage);
    return;
  }
  Passage& last = list.back();
  const std::uint32_t first_end = first_end_of(last);
  const std::uint32_t second_end = second_end_of(last);
  const std::uint32_t cut =
      std::max(first_end > passage.first_begin ? first_end - passage.first_begin : 0,
               second_end > passage.second_begin ? second_end - passage.second_begin : 0);
  if (cut >= passage.length) return;
  passage.first_begin += cut;
  passage.second_begin += cut;
  passage.length -= cut;
  if (first_end == passage.first_begin && second_end == passage.second_begin) {
    last.length += passage.length;
  } else {
    list.push_back(passage);
  }
}

}  // namespace

void PassageList::begin(Units first, Units second) {
  first_ = first;
  second_ = second;
  list_.clear();
}

void PassageList::add(const Passage& passage) { append(list_, passage); }

bool PassageList::lengthened(const Passage& shingle) {
  if (list_.empty()) return false;
  Passage& last = list_.back();
  const bool is_next = shingle.first_begin >= last.first_begin &&
                       first_end_of(shingle) == first_end_of(last) + 1 &&
                       second_end_of(shingle) == second_end_of(last) + 1;
  if (!is_next || first_[first_end_of(last)] != second_[second_end_of(last)]) return false;
  ++last.length;
  return true;
}

void PassageList::extend() {
  spare_.clear();
  for (std::size_t i = 0; i <= list_.size(); ++i) {
    const Passage next = at(i);
    if (i > 0) {
      Passage& last = spare_.back();
      while (first_end_of(last) < next.first_begin && second_end_of(last) < next.second_begin &&
             first_[first_end_of(last)] == second_[second_end_of(last)]) {
        ++last.length;
      }
    }
    if (i == list_.size()) break;
    const Passage last = i == 0 ? Passage{} : spare_.back();
    std::uint32_t back = 0;
    while (next.first_begin - back > first_end_of(last) &&
           next.second_begin - back > second_end_of(last) &&
           first_[next.first_begin - back - 1] == second_[next.second_begin - back - 1]) {
      ++back;
    }
    append(spare_, {next.first_begin - back, next.second_begin - back, next.length + back});
  }
  list_.swap(spare_);
}

void PassageList::drop_islands(GapMatcher& matcher) {
  std::size_t kept = 0;
  Passage last;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (const std::size_t islands = islands_from(i, last); islands > 0) {
      std::uint64_t covered = 0;
      for (std::size_t j = i; j <= i + islands; ++j) {
        covered += gap_count(matcher, j == i ? last : at(j - 1), at(j));
        if (j < i + islands) covered += at(j).length;
      }
      if (gap_count(matcher, last, at(i + islands)) > covered) {
        i += islands - 1;
        continue;
      }
    }
    last = list_[i];
    list_[kept++] = last;
  }
  list_.resize(kept);
}

std::uint64_t PassageList::covered_with_gaps(GapMatcher& matcher) const {
  std::uint64_t covered = 0;
  Passage last;
  for (std::size_t i = 0; i <= list_.size(); ++i) {
    const Passage next = at(i);
    covered += gap_count(matcher, last, next) + next.length;
    last = next;
  }
  return covered;
}

std::vector<Passage> PassageList::with_gaps(GapMatcher& matcher) const {
  std::vector<Passage> result;
  result.reserve(2 * list_.size() + 1);
  Passage last;
  for (std::size_t i = 0; i <= list_.size(); ++i) {
    const Passage next = at(i);
    const auto [first_gap, second_gap] = gap(last, next);
    for (const GapMatch& match : matcher.matches(first_gap, second_gap)) {
      append(result,
             {first_end_of(last) + match.first, second_end_of(last) + match.second, match.length});
    }
    if (next.length > 0) append(result, next);
    last = next;
  }
  return result;
}

// Returns how many passages from this one on are off the diagonal of `last` before one is on it
// again; 0 if there are none or too many.
std::size_t PassageList::islands_from(std::size_t begin, const Passage& last) const {
  for (std::size_t i = begin; i <= std::min(begin + kIslandsMax, list_.size()); ++i) {
    const auto [first_gap, second_gap] = gap(last, at(i));
    const std::size_t shorter = std::min(first_gap.size(), second_gap.size());
    const std::size_t longer = std::max(first_gap.size(), second_gap.size());
    if (longer > kIslandGapMax) return 0;
    if (longer - shorter <= kDriftMax) return i - begin;
  }
  return 0;
}

// Returns the passage at this index; after the last one, the ends of the pages.
Passage PassageList::at(std::size_t place) const {
  return place < list_.size() ? list_[place] : Passage{size_of(first_), size_of(second_), 0};
}

std::pair<PassageList::Units, PassageList::Units> PassageList::gap(const Passage& before,
                                                                   const Passage& after) const {
  return {first_.subspan(first_end_of(before), after.first_begin - first_end_of(before)),
          second_.subspan(second_end_of(before), after.second_begin - second_end_of(before))};
}

std::uint32_t PassageList::gap_count(GapMatcher& matcher, const Passage& before,
                                     const Passage& after) const {
  const auto [first_gap, second_gap] = gap(before, after);
  return matcher.count(first_gap, second_gap);
}

}  // namespace facsim
