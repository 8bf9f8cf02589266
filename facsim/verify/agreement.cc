// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"

namespace facsim {
namespace {

using Units = std::span<const std::uint64_t>;

constexpr std::uint32_t kNone = 0xffffffffU;

std::vector<std::uint64_t> shingle_hashes(Units units, std::size_t shingle_size) {
  std::vector<std::uint64_t> hashes;
  if (units.size() < shingle_size) return hashes;
  hashes.reserve(units.size() - shingle_size + 1);
  for (std::size_t i = 0; i + shingle_size <= units.size(); ++i) {
    std::uint64_t hash = units[i];
    for (std::size_t j = 1; j < shingle_size; ++j) hash = combine(hash, units[i + j]);
    hashes.push_back(hash);
  }
  return hashes;
}

// Where each shingle of the second page stands in it, and how often each occurs in both pages.
class Occurrences {
 public:
  Occurrences(std::span<const std::uint64_t> first, std::span<const std::uint64_t> second)
      : slots_(std::bit_ceil(2 * second.size() + 1)),
        before_(second.size()),
        in_first_(first.size()) {
    // The place of a hash depends on all the others, so nobody can write a page that fills one
    // corner of the table.
    for (const std::uint64_t hash : first) salt_ += mix64(hash);
    for (const std::uint64_t hash : second) salt_ += mix64(~hash);
    for (std::uint32_t i = 0; i < second.size(); ++i) {
      Slot& slot = slots_[place_of(second[i])];
      slot.hash = second[i];
      before_[i] = std::exchange(slot.last, i);
      ++slot.second_count;
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      const std::size_t place = place_of(first[i]);
      in_first_[i] = slots_[place].last == kNone ? kNone : static_cast<std::uint32_t>(place);
      if (in_first_[i] != kNone) ++slots_[place].first_count;
    }
  }

  // Calls visit(j) for the positions in the second page of the shingle at `position` in the first,
  // descending; for none if it occurs more than `occurrences_max` times in either.
  template <class Visit>
  void each_in_second(std::size_t position, std::uint32_t occurrences_max,
                      const Visit& visit) const {
    if (in_first_[position] == kNone) return;
    const Slot& slot = slots_[in_first_[position]];
    if (std::max(slot.first_count, slot.second_count) > occurrences_max) return;
    for (std::uint32_t j = slot.last; j != kNone; j = before_[j]) visit(j);
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t last = kNone;  // position in the second page; kNone: the slot is free
    std::uint32_t first_count = 0;
    std::uint32_t second_count = 0;
  };

  // The slot of this hash, or the free one where it belongs.
  [[nodiscard]] std::size_t place_of(std::uint64_t hash) const {
    std::size_t place = mix64(hash ^ salt_) & (slots_.size() - 1);
    while (slots_[place].last != kNone && slots_[place].hash != hash) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return place;
  }

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> before_;    // the same shingle's previous position in the second page
  std::vector<std::uint32_t> in_first_;  // slot of each shingle of the first page, or kNone
  std::uint64_t salt_ = 0;
};

struct Link {
  std::uint32_t first = 0;  // position in each page
  std::uint32_t second = 0;
  std::uint32_t before = kNone;  // the link before it in the chain
};

// A longest sequence of shared shingles that ascends strictly in both pages. Positions of the first
// page come ascending, their partners descending, so no two partners of one position can follow
// each other and it is a longest ascending subsequence.
std::vector<Link> longest_chain(const Occurrences& occurrences, std::size_t positions,
                                std::uint32_t occurrences_max) {
  std::vector<Link> links;
  std::vector<std::uint32_t> ends;         // the link that ends the best chain of each length
  std::vector<std::uint32_t> end_seconds;  // its second position; ascending
  for (std::uint32_t i = 0; i < positions; ++i) {
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
  std::vector<Link> chain(ends.size());
  std::uint32_t at = ends.empty() ? kNone : ends.back();
  for (std::size_t i = chain.size(); i-- > 0; at = links[at].before) chain[i] = links[at];
  return chain;
}

class PassageList {
 public:
  PassageList(Units first, Units second) : first_(first), second_(second) {}

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

  // Lengthens every passage over equal units, first forwards, then backwards, up to its neighbours
  // and the ends of the pages; passages that come to touch on both sides become one.
  [[nodiscard]] std::vector<Passage> extended() const {
    PassageList result(first_, second_);
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

 private:
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

  const std::vector<std::uint64_t> first_shingles = shingle_hashes(first_rest, shingle);
  const std::vector<std::uint64_t> second_shingles = shingle_hashes(second_rest, shingle);
  const Occurrences occurrences(first_shingles, second_shingles);
  PassageList passages(first, second);
  const auto length = [](std::size_t units) { return static_cast<std::uint32_t>(units); };
  if (head > 0) passages.add(0, 0, length(head));
  for (const Link& link :
       longest_chain(occurrences, first_shingles.size(), options.occurrences_max)) {
    const Units a = first_rest.subspan(link.first, shingle);
    // Equal hashes are not yet equal units.
    if (!std::equal(a.begin(), a.end(), second_rest.begin() + link.second)) continue;
    passages.add(length(head + link.first), length(head + link.second), length(shingle));
  }
  if (tail > 0) {
    passages.add(length(first.size() - tail), length(second.size() - tail), length(tail));
  }
  return passages.extended();
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
