// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement.h"

#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/verify/agreement_gaps.h"
#include "facsim/verify/agreement_occurrences.h"

namespace facsim {
namespace {

using Units = std::span<const std::uint64_t>;

// So many passages in a row may be dropped for what stands between those around them, and no more
// units than these are then looked at.
constexpr std::size_t kIslandsMax = 4;
constexpr std::size_t kIslandGapMax = 256;

struct Link {
  std::uint32_t first = 0;  // position in each page
  std::uint32_t second = 0;
  std::uint32_t neighbour = kNone;  // the link before it in the chain; at last the one after it
};

struct Chain {
  std::vector<Link> links;  // those of the chain among others
  std::uint32_t begin = kNone;
};

// A longest sequence of shared shingles that ascends strictly in both pages. Positions of the first
// page come ascending, their partners descending, so no two partners of one position can follow
// each other and it is a longest ascending subsequence.
Chain longest_chain(const Occurrences& occurrences, std::uint32_t occurrences_max) {
  Chain chain;
  std::vector<Link>& links = chain.links;
  std::vector<std::uint32_t> ends;         // the link that ends the best chain of each length
  std::vector<std::uint32_t> end_seconds;  // its second position; ascending
  links.reserve(occurrences.positions());
  ends.reserve(occurrences.positions());
  end_seconds.reserve(occurrences.positions());
  for (std::uint32_t i = 0; i < occurrences.positions(); ++i) {
    occurrences.each_in_second(i, occurrences_max, [&](std::uint32_t j) {
      // Mostly the pages go along together and the chain grows at its end.
      std::size_t length = end_seconds.size();
      if (length > 0 && end_seconds.back() >= j) {
        length = static_cast<std::size_t>(
            std::lower_bound(end_seconds.begin(), end_seconds.end(), j) - end_seconds.begin());
        if (end_seconds[length] == j) return;
      } else {
        ends.push_back(kNone);
        end_seconds.push_back(0);
      }
      end_seconds[length] = j;
      ends[length] = static_cast<std::uint32_t>(links.size());
      links.push_back({i, j, length == 0 ? kNone : ends[length - 1]});
    });
  }
  std::uint32_t at = ends.empty() ? kNone : ends.back();
  while (at != kNone) {
    const std::uint32_t before = std::exchange(links[at].neighbour, chain.begin);
    chain.begin = std::exchange(at, before);
  }
  return chain;
}

class PassageList {
 public:
  PassageList(Units first, Units second, std::vector<Passage> list = {})
      : first_(first), second_(second), list_(std::move(list)) {}

  // Adds a passage that begins after the last one's beginning in both pages. What overlaps the last
  // one is cut off; on the same diagonal it lengthens it.
  void add(std::uint32_t first, std::uint32_t second, std::uint32_t length) {
    std::uint32_t cut = 0;
    if (!list_.empty()) {
      const auto [end_first, end_second] = end();
      cut = std::max(end_first > first ? end_first - first : 0,
                     end_second > second ? end_second - second : 0);
      if (cut >= length) return;
    }
    first += cut;
    second += cut;
    length -= cut;
    if (!list_.empty() && end() == std::pair(first, second)) {
      list_.back().length += length;
    } else {
      list_.push_back({first, second, length});
    }
  }

  // Mostly a shingle ends one unit behind the last passage, on its diagonal.
  [[nodiscard]] bool lengthened(std::uint32_t first, std::uint32_t second, std::uint32_t length) {
    if (list_.empty()) return false;
    Passage& last = list_.back();
    const bool is_next = first >= last.first_begin &&
                         first - last.first_begin + length == last.length + 1 &&
                         second - last.second_begin + length == last.length + 1;
    if (!is_next || first_[first + length - 1] != second_[second + length - 1]) return false;
    ++last.length;
    return true;
  }

  // Lengthens every passage over equal units, first forwards, then backwards, up to its neighbours
  // and the ends of the pages; passages that come to touch on both sides become one.
  [[nodiscard]] std::vector<Passage> extended() const {
    PassageList result(first_, second_);
    result.list_.reserve(list_.size());
    for (std::size_t i = 0; i <= list_.size(); ++i) {
      const bool is_last = i == list_.size();
      const std::uint32_t first_end = is_last ? size(first_) : list_[i].first_begin;
      const std::uint32_t second_end = is_last ? size(second_) : list_[i].second_begin;
      if (i > 0) result.extend_forwards(first_end, second_end);
      if (is_last) break;
      const auto [gap_first, gap_second] = i == 0 ? std::pair(0U, 0U) : result.end();
      std::uint32_t back = 0;
      while (first_end - back > gap_first && second_end - back > gap_second &&
             first_[first_end - back - 1] == second_[second_end - back - 1]) {
        ++back;
      }
      result.add(first_end - back, second_end - back, list_[i].length + back);
    }
    return result.list_;
  }

  // Without passages that stand off the diagonal of their neighbours on both sides, if the gap that
  // they leave shares more units than they do with the gaps around them: mostly a phrase that the
  // text repeats, matched with itself somewhere else.
  [[nodiscard]] std::vector<Passage> without_islands(GapMatcher& matcher) const {
    std::vector<Passage> kept;
    kept.reserve(list_.size());
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
      kept.push_back(list_[i]);
      last = list_[i];
    }
    return kept;
  }

  // With what the gaps between the passages share, before the first and after the last.
  [[nodiscard]] std::vector<Passage> with_gaps(GapMatcher& matcher) const {
    PassageList result(first_, second_);
    result.list_.reserve(2 * list_.size() + 1);
    Passage last;
    for (std::size_t i = 0; i <= list_.size(); ++i) {
      const Passage next = at(i);
      const auto [first_gap, second_gap] = gap(last, next);
      for (const GapMatch& match : matcher.matches(first_gap, second_gap)) {
        result.add(last.first_begin + last.length + match.first,
                   last.second_begin + last.length + match.second, match.length);
      }
      if (next.length > 0) result.add(next.first_begin, next.second_begin, next.length);
      last = next;
    }
    return std::move(result.list_);
  }

 private:
  // How many passages from this one on stand off the diagonal of `last` before one stands on it
  // again; 0 if none or too many do.
  [[nodiscard]] std::size_t islands_from(std::size_t begin, const Passage& last) const {
    for (std::size_t i = begin; i <= std::min(begin + kIslandsMax, list_.size()); ++i) {
      const auto [first_gap, second_gap] = gap(last, at(i));
      const std::size_t shorter = std::min(first_gap.size(), second_gap.size());
      const std::size_t longer = std::max(first_gap.size(), second_gap.size());
      if (longer > kIslandGapMax) return 0;
      if (longer - shorter <= kDriftMax) return i - begin;
    }
    return 0;
  }

  // The passage at this place, after the last one the ends of the pages.
  [[nodiscard]] Passage at(std::size_t place) const {
    return place < list_.size() ? list_[place] : Passage{size(first_), size(second_), 0};
  }
  [[nodiscard]] std::pair<Units, Units> gap(const Passage& before, const Passage& after) const {
    const std::uint32_t first_begin = before.first_begin + before.length;
    const std::uint32_t second_begin = before.second_begin + before.length;
    return {first_.subspan(first_begin, after.first_begin - first_begin),
            second_.subspan(second_begin, after.second_begin - second_begin)};
  }
  [[nodiscard]] std::uint32_t gap_count(GapMatcher& matcher, const Passage& before,
                                        const Passage& after) const {
    const auto [first_gap, second_gap] = gap(before, after);
    return matcher.count(first_gap, second_gap);
  }
  [[nodiscard]] static std::uint32_t size(Units units) {
    return static_cast<std::uint32_t>(units.size());
  }
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> end() const {
    const Passage& last = list_.back();
    return {last.first_begin + last.length, last.second_begin + last.length};
  }
  void extend_forwards(std::uint32_t first_end, std::uint32_t second_end) {
    auto [first, second] = end();
    while (first < first_end && second < second_end && first_[first] == second_[second]) {
      ++first;
      ++second;
      ++list_.back().length;
    }
  }

  Units first_;
  Units second_;
  std::vector<Passage> list_;
};

bool equal_units(const std::uint64_t* a, const std::uint64_t* b, std::size_t count) {
  std::size_t i = 0;
  while (i < count && a[i] == b[i]) ++i;
  return i == count;
}

std::size_t common_prefix(Units a, Units b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                  a.begin());
}

std::size_t common_suffix(Units a, Units b) {
  return static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first -
                                  a.rbegin());
}

std::vector<Passage> shared_passages(Units first, Units second, const AgreementOptions& options) {
  const std::size_t shorter = std::min(first.size(), second.size());
  const std::size_t shingle = std::min<std::size_t>(options.shingle_size, shorter);
  if (shingle == 0) return {};
  // What is less than a shingle is chance.
  std::size_t head = common_prefix(first, second);
  if (head < shingle) head = 0;
  std::size_t tail = common_suffix(first.subspan(head), second.subspan(head));
  if (tail < shingle) tail = 0;
  const Units first_rest = first.subspan(head, first.size() - head - tail);
  const Units second_rest = second.subspan(head, second.size() - head - tail);

  const Occurrences occurrences(first_rest, second_rest, shingle);
  // Counts end at 65,535, so that many are always too many.
  const Chain chain =
      longest_chain(occurrences, std::min<std::uint32_t>(options.occurrences_max, 65534));
  PassageList passages(first, second);
  const auto length = [](std::size_t units) { return static_cast<std::uint32_t>(units); };
  if (head > 0) passages.add(0, 0, length(head));
  for (std::uint32_t at = chain.begin; at != kNone; at = chain.links[at].neighbour) {
    const Link& link = chain.links[at];
    if (passages.lengthened(length(head + link.first), length(head + link.second),
                            length(shingle))) {
      continue;
    }
    // Equal hashes are not yet equal units.
    if (!equal_units(first_rest.data() + link.first, second_rest.data() + link.second, shingle)) {
      continue;
    }
    passages.add(length(head + link.first), length(head + link.second), length(shingle));
  }
  if (tail > 0) {
    passages.add(length(first.size() - tail), length(second.size() - tail), length(tail));
  }
  GapMatcher matcher;
  const PassageList extended(first, second, passages.extended());
  return PassageList(first, second, extended.without_islands(matcher)).with_gaps(matcher);
}

}  // namespace

Agreement agreement(Units first, Units second, const AgreementOptions& options) {
  if (options.shingle_size == 0) {
    throw Error{ErrorCode::invalid_argument, "a shingle has at least one unit"};
  }
  if (first.empty() && second.empty()) return {1.0, {}};
  // Of several longest chains one is found; in a fixed order of the pages it is always the same.
  const bool swapped =
      first.size() != second.size()
          ? first.size() > second.size()
          : std::lexicographical_compare(second.begin(), second.end(), first.begin(), first.end());
  if (swapped) std::swap(first, second);
  Agreement result;
  result.passages = shared_passages(first, second, options);
  std::uint64_t covered = 0;
  for (Passage& passage : result.passages) {
    covered += passage.length;
    if (swapped) std::swap(passage.first_begin, passage.second_begin);
  }
  result.share = static_cast<double>(covered) / static_cast<double>(second.size());
  return result;
}

}  // namespace facsim
