// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/set_join.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

// The number of sets that a thread takes at a time: large enough to be worth it, small enough to
// balance the work.
constexpr std::uint32_t kSetsAtATime = 64;
// The largest rounding error of a product of a share and a size; far below one element.
constexpr double kRounding = 1e-6;
constexpr std::uint64_t kBytesAnElement = 20;

std::uint32_t rounded_up(double value) {
  return static_cast<std::uint32_t>(std::max(0.0, std::ceil(value - kRounding)));
}

std::string giga(std::uint64_t bytes) {
  const std::uint64_t tenths = (bytes * 10 + (std::uint64_t{1} << 30) - 1) >> 30;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "G";
}

// The elements that at least two sets have, each with its rank: 0 for the rarest.
class Ranks {
 public:
  explicit Ranks(std::vector<std::uint64_t> elements) {
    std::sort(elements.begin(), elements.end());
    std::vector<std::uint32_t> counts;
    std::size_t kept = 0;
    for (std::size_t begin = 0, end = 0; begin < elements.size(); begin = end) {
      while (end < elements.size() && elements[end] == elements[begin]) ++end;
      if (end - begin < 2) continue;
      elements[kept++] = elements[begin];
      counts.push_back(static_cast<std::uint32_t>(end - begin));
    }
    elements.resize(kept);
    elements.shrink_to_fit();
    elements_ = std::move(elements);
    order(counts);
    make_directory();
  }

  [[nodiscard]] std::size_t size() const noexcept { return elements_.size(); }

  // Clears `ranks` and fills it with the ranks of the elements that another set has too, ascending.
  void of(std::span<const std::uint64_t> set, std::vector<std::uint32_t>& ranks) const {
    ranks.clear();
    for (const std::uint64_t element : set) {
      const std::size_t bucket = element >> shift_;
      const auto begin = elements_.begin() + directory_[bucket];
      const auto end = elements_.begin() + directory_[bucket + 1];
      const auto found = std::lower_bound(begin, end, element);
      if (found != end && *found == element) {
        ranks.push_back(ranks_[static_cast<std::size_t>(found - elements_.begin())]);
      }
    }
    std::sort(ranks.begin(), ranks.end());
  }

 private:
  // Stable counting sort by the number of sets that have an element.
  void order(const std::vector<std::uint32_t>& counts) {
    std::uint32_t most = 0;
    for (const std::uint32_t count : counts) most = std::max(most, count);
    std::vector<std::uint32_t> starts(std::size_t{most} + 2);
    for (const std::uint32_t count : counts) ++starts[count + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    ranks_.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) ranks_[i] = starts[counts[i]]++;
  }

  // Hashes are uniform, so their first bits locate them almost at once.
  void make_directory() {
    const int bits = std::clamp(static_cast<int>(std::bit_width(elements_.size())) - 2, 1, 28);
    shift_ = 64 - bits;
    directory_.assign((std::size_t{1} << bits) + 1, 0);
    for (const std::uint64_t element : elements_) ++directory_[(element >> shift_) + 1];
    std::partial_sum(directory_.begin(), directory_.end(), directory_.begin());
  }

  std::vector<std::uint64_t> elements_;  // ascending
  std::vector<std::uint32_t> ranks_;     // of each
  std::vector<std::uint32_t> directory_;
  int shift_ = 63;
};

// The sets in ascending order of size, as ranks; the first `alone` places are elements that no
// other set has.
struct RankedSet {
  std::uint32_t number = 0;
  std::uint32_t size = 0;
  std::uint32_t alone = 0;
  std::uint64_t begin = 0;  // in Sets::ranks
};

struct Sets {
  std::vector<RankedSet> sets;
  std::vector<std::uint32_t> ranks;

  [[nodiscard]] std::span<const std::uint32_t> of(const RankedSet& set) const {
    return std::span(ranks).subspan(set.begin, set.size - set.alone);
  }
};

// The position of an element in the prefix of a set.
struct Posting {
  std::uint32_t set = 0;    // in Sets::sets
  std::uint32_t place = 0;  // in the set, including the places below `alone`
};

// The prefixes of all sets by element; lists ascend, so small sets come first.
class PrefixIndex {
 public:
  PrefixIndex(const Sets& sets, std::size_t elements, double floor) : starts_(elements + 1) {
    const double share = 2 * floor / (1 + floor);
    for_each(sets, share, [&](std::uint32_t rank, const Posting&) { ++starts_[rank + 1]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    postings_.resize(starts_.back());
    std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
    for_each(sets, share, [&](std::uint32_t rank, const Posting& posting) {
      postings_[next[rank]++] = posting;
    });
  }

  [[nodiscard]] std::span<const Posting> of(std::uint32_t rank) const {
    return std::span(postings_).subspan(starts_[rank], starts_[rank + 1] - starts_[rank]);
  }

 private:
  template <class Visit>
  static void for_each(const Sets& sets, double share, const Visit& visit) {
    for (std::uint32_t s = 0; s < sets.sets.size(); ++s) {
      const RankedSet& set = sets.sets[s];
      const std::uint32_t prefix = set.size - rounded_up(share * set.size) + 1;
      const auto ranks = sets.of(set);
      for (std::uint32_t place = set.alone; place < std::min(prefix, set.size); ++place) {
        visit(ranks[place - set.alone], Posting{s, place});
      }
    }
  }

  std::vector<std::uint64_t> starts_;
  std::vector<Posting> postings_;
};

// Finds the partners of a set among smaller ones; one a thread.
class Prober {
 public:
  Prober(const Sets& sets, const PrefixIndex& index, double floor)
      : sets_(sets), index_(index), floor_(floor), met_(sets.sets.size()) {}

  void probe(std::uint32_t s, std::vector<JoinedPair>& out) {
    const RankedSet& set = sets_.sets[s];
    const std::uint32_t least = rounded_up(floor_ * set.size);
    const std::uint32_t prefix = std::min(set.size - least + 1, set.size);
    const auto ranks = sets_.of(set);
    for (std::uint32_t place = set.alone; place < prefix; ++place) {
      meet(index_.of(ranks[place - set.alone]), s, place, least);
    }
    for (const std::uint32_t other : touched_) {
      if (met_[other] != kHopeless) count(set, sets_.sets[other], out);
      met_[other] = 0;
    }
    touched_.clear();
  }

 private:
  static constexpr std::uint32_t kHopeless = 0xffffffffU;

  // Returns the number of elements that two sets of these sizes must share.
  [[nodiscard]] std::uint32_t needed(std::uint32_t a, std::uint32_t b) const {
    return rounded_up(floor_ / (1 + floor_) * (static_cast<double>(a) + static_cast<double>(b)));
  }

  void meet(std::span<const Posting> list, std::uint32_t s, std::uint32_t place,
            std::uint32_t least) {
    const auto large_enough = [&](const Posting& posting) {
      return sets_.sets[posting.set].size < least;
    };
    const std::uint32_t size = sets_.sets[s].size;
    for (auto at = std::partition_point(list.begin(), list.end(), large_enough);
         at != list.end() && at->set < s; ++at) {
      std::uint32_t& met = met_[at->set];
      if (met == kHopeless) continue;
      if (met == 0) touched_.push_back(at->set);
      const std::uint32_t other = sets_.sets[at->set].size;
      const std::uint32_t ahead = std::min(size - place, other - at->place);
      met = met + ahead >= needed(size, other) ? met + 1 : kHopeless;
    }
  }

  void count(const RankedSet& a, const RankedSet& b, std::vector<JoinedPair>& out) const {
    const auto x = sets_.of(a);
    const auto y = sets_.of(b);
    const std::size_t least = needed(a.size, b.size);
    std::size_t i = 0;
    std::size_t j = 0;
    std::uint32_t shared = 0;
    while (i < x.size() && j < y.size()) {
      if (shared + std::min(x.size() - i, y.size() - j) < least) return;
      const std::uint32_t left = x[i];
      const std::uint32_t right = y[j];
      shared += left == right ? 1U : 0U;
      i += left <= right ? 1U : 0U;
      j += right <= left ? 1U : 0U;
    }
    const Overlap overlap{a.size, b.size, shared};
    if (overlap.resemblance() < floor_) return;
    out.push_back({std::min(a.number, b.number), std::max(a.number, b.number), shared});
  }

  const Sets& sets_;
  const PrefixIndex& index_;
  double floor_;
  std::vector<std::uint32_t> met_;  // by set: elements shared in the prefixes so far
  std::vector<std::uint32_t> touched_;
};

void check_join_options(std::span<const std::uint32_t> sizes, const SetJoinOptions& options) {
  if (!(options.min_resemblance > 0 && options.min_resemblance <= 1)) {
    throw Error(ErrorCode::invalid_argument, "the least resemblance is above 0 and at most 1");
  }
  const std::uint64_t elements = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  const std::uint64_t needed = elements * kBytesAnElement;
  if (needed > options.memory_bytes_max || elements > 0xffffffffU) {
    throw Error(ErrorCode::invalid_argument,
                "the exact pairs of " + std::to_string(elements) + " shingles take about " +
                    giga(needed) + " of memory, and " + giga(options.memory_bytes_max) +
                    " are allowed; raise " + Named::memory + " or give fewer pages");
  }
}

Sets rank_sets(std::span<const std::uint32_t> sizes, const ReadSet& read, const Ranks& ranks) {
  Sets result;
  for (std::uint32_t number = 0; number < sizes.size(); ++number) {
    if (sizes[number] > 0) result.sets.push_back({number, sizes[number], 0, 0});
  }
  std::sort(result.sets.begin(), result.sets.end(), [](const RankedSet& a, const RankedSet& b) {
    return std::pair(a.size, a.number) < std::pair(b.size, b.number);
  });
  std::vector<std::uint64_t> elements;
  std::vector<std::uint32_t> found;
  for (RankedSet& set : result.sets) {
    read(set.number, elements);
    ranks.of(elements, found);
    set.alone = set.size - static_cast<std::uint32_t>(found.size());
    set.begin = result.ranks.size();
    result.ranks.insert(result.ranks.end(), found.begin(), found.end());
  }
  return result;
}

[[noreturn]] void throw_too_many(const SetJoinOptions& options, std::uint64_t pairs_max) {
  throw Error(ErrorCode::invalid_argument,
              "more than " + std::to_string(pairs_max) + " pairs have a resemblance of " +
                  std::to_string(options.min_resemblance).substr(0, 4) + " or more; raise " +
                  Named::resemblance_floor + " or " + Named::memory + ", or give fewer pages");
}

}  // namespace

std::vector<JoinedPair> join_sets(std::span<const std::uint32_t> sizes, const ReadSet& read,
                                  const SetJoinOptions& options, Executor& executor) {
  check_join_options(sizes, options);
  std::vector<std::uint64_t> elements;
  elements.reserve(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
  std::vector<std::uint64_t> set;
  for (std::uint32_t number = 0; number < sizes.size(); ++number) {
    if (sizes[number] == 0) continue;
    read(number, set);
    elements.insert(elements.end(), set.begin(), set.end());
  }
  const Ranks ranks(std::move(elements));
  const Sets sets = rank_sets(sizes, read, ranks);
  const PrefixIndex index(sets, ranks.size(), options.min_resemblance);

  const auto count = static_cast<std::uint32_t>(sets.sets.size());
  const std::uint64_t pairs_max = options.memory_bytes_max / (2 * sizeof(JoinedPair));
  std::vector<JoinedPair> pairs;
  std::mutex mutex;
  std::atomic<std::uint64_t> done = 0;
  executor.run((count + kSetsAtATime - 1) / kSetsAtATime, [&](std::size_t piece) {
    const auto begin = static_cast<std::uint32_t>(piece) * kSetsAtATime;
    const std::uint32_t end = std::min(count, begin + kSetsAtATime);
    Prober prober(sets, index, options.min_resemblance);
    std::vector<JoinedPair> found;
    for (std::uint32_t s = begin; s < end; ++s) {
      prober.probe(s, found);
      if (found.size() > pairs_max) throw_too_many(options, pairs_max);
    }
    const std::lock_guard lock(mutex);
    if (pairs.size() + found.size() > pairs_max) throw_too_many(options, pairs_max);
    pairs.insert(pairs.end(), found.begin(), found.end());
    done += end - begin;
    if (options.progress) options.progress(done);
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace facsim
