// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_search.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/low_bits_sort.h"
#include "facsim/index/packed_column.h"

namespace facsim {
namespace {

// filter() needs space for at least this many.
constexpr std::size_t kCandidatesAtLeast = 16;

[[noreturn]] void throw_outside(const std::string& name) {
  throw Error{ErrorCode::damaged,
              "a directory of the index points outside; build the index anew from its input", name};
}

}  // namespace

HammingSearch::HammingSearch(const HammingIndex& index) : index_(index), tables_(index.tables_) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    tables_[i].radius = static_cast<unsigned>(index.design_.tables[i].radius);
  }
  if (!index.has_groups_) {
    tables_.front().column = reinterpret_cast<const unsigned char*>(index.ordinals_);
    tables_.front().column_bits = index.ordinal_bits_;
  }
}

void HammingSearch::find(std::span<const std::uint64_t> queries, const SearchOptions& options,
                         const NeighbourSink& sink) {
  const int served = index_.design_.max_distance;
  if (options.max_distance < 0 || options.max_distance > served) {
    throw Error{ErrorCode::invalid_argument,
                "distance " + std::to_string(options.max_distance) + ": this index serves 0.." +
                    std::to_string(served) + "; build one with a larger " + Named::max_distance,
                index_.name_};
  }
  for (std::size_t first = 0; first < queries.size(); first += kQueriesAtOnce) {
    queries_ = queries.subspan(first, std::min(kQueriesAtOnce, queries.size() - first));
    find_some(options);
    for (std::size_t query = 0, next = 0; query < queries_.size(); ++query) {
      const std::size_t begin = next;
      while (next < ordered_.size() && ordered_[next].query == query) ++next;
      const bool truncated = list(begin, next, options);
      sink(first + query, neighbours_, truncated);
    }
  }
}

void HammingSearch::find_some(const SearchOptions& options) {
  found_.clear();
  others_.clear();
  waiting_ = 0;
  const std::size_t tables = index_.needed_[static_cast<std::size_t>(options.max_distance)];
  for (std::size_t table = 0; table < tables; ++table) probe(table, options);
  flush_and_keep();
  look_up_others(options.max_distance);
  order_found(options.max_distance);
  if (options.limit == 0) find_entries();
}

// Searches the buckets of all waiting probes, and passes the entries within budget to `take`.
template <class Take>
void HammingSearch::flush(const Take& take) {
  const RawProbeKernels& kernels = *index_.kernels_;
  const RawTable* const tables = tables_.data();
  const bool is_eager = waiting_ <= 2 * kGroup;
  std::size_t candidates = 0;
  const auto confirm = [&] {
    const std::size_t survivors =
        kernels.confirm(tables, probes_.data(), candidates_.data(), candidates, survivors_.data());
    candidates = 0;
    take(std::span(survivors_).first(survivors));
  };
  std::size_t fetched = 0;
  std::size_t located = 0;
  for (RawCursor at; at.probe < waiting_;) {
    const std::size_t end = std::min(at.probe + kGroup, waiting_);
    const std::size_t locate_end = std::min(end + kGroup, waiting_);
    const std::size_t fetch_end = std::min(locate_end + kGroup, waiting_);
    kernels.fetch(tables, probes_.data() + fetched, fetch_end - fetched);
    fetched = fetch_end;
    if (!kernels.locate(tables, probes_.data() + located, locate_end - located, is_eager)) {
      throw_outside(index_.name_);
    }
    located = locate_end;
    while (at.probe < end) {
      if (candidates_.size() - candidates < kCandidatesAtLeast) confirm();
      candidates +=
          kernels.filter(tables, probes_.data(), end, &at, candidates_.data() + candidates,
                         candidates_.size() - candidates);
    }
  }
  if (candidates > 0) confirm();
  waiting_ = 0;
}

void HammingSearch::flush_and_keep() {
  flush([this](std::span<RawSurvivor> survivors) { keep(survivors); });
}

void HammingSearch::probe(std::size_t table, const SearchOptions& options) {
  const int radius = std::min(index_.design_.tables[table].radius, options.max_distance);
  index_.kernels_->split(queries_.data(), queries_.size(), tables_[table].mask, keys_.data(),
                         suffixes_.data());
  if (radius == 0) {
    probe_exact(table, options.max_distance);
  } else {
    probe_flipped(table, static_cast<std::size_t>(radius), options.max_distance);
  }
}

// Adds one bucket a query.
void HammingSearch::probe_exact(std::size_t table, int max_distance) {
  if (kProbesAtOnce - waiting_ < queries_.size()) flush_and_keep();
  for (std::size_t query = 0; query < queries_.size(); ++query) {
    RawProbe& probe = probes_[waiting_++];
    probe.bucket = keys_[query];
    probe.suffix = suffixes_[query];
    probe.query = static_cast<std::uint32_t>(query);
    probe.table = static_cast<std::uint16_t>(table);
    probe.budget = static_cast<std::uint16_t>(max_distance);
  }
}

void HammingSearch::probe_flipped(std::size_t table, std::size_t radius, int max_distance) {
  const std::vector<std::uint64_t>& flips = index_.flips_[table];
  const std::vector<std::size_t>& ends = index_.flip_ends_[table];
  for (std::size_t query = 0; query < queries_.size(); ++query) {
    std::size_t pattern = 0;
    for (std::size_t ones = 0; ones < ends.size() && ones <= radius; ++ones) {
      const auto budget = static_cast<std::uint16_t>(static_cast<std::size_t>(max_distance) - ones);
      while (pattern < ends[ones]) {
        if (waiting_ == kProbesAtOnce) flush_and_keep();
        const std::size_t end = std::min(ends[ones], pattern + kProbesAtOnce - waiting_);
        for (; pattern < end; ++pattern) {
          RawProbe& probe = probes_[waiting_++];
          probe.bucket = keys_[query] ^ flips[pattern];
          probe.suffix = suffixes_[query];
          probe.query = static_cast<std::uint32_t>(query);
          probe.table = static_cast<std::uint16_t>(table);
          probe.budget = budget;
        }
      }
    }
  }
}

void HammingSearch::keep(std::span<RawSurvivor> survivors) {
  // Drops pairs that an earlier table sees, because that table counts them.
  const std::size_t kept = index_.kernels_->first_seen(tables_.data(), queries_.data(),
                                                       survivors.data(), survivors.size());
  for (const RawSurvivor& survivor : survivors.first(kept)) {
    if (survivor.table != 0) {
      others_.push_back(survivor);
      continue;
    }
    index_.fetch_ordinals(survivor.position);
    found_.push_back({survivor.position, survivor.query, survivor.distance});
  }
}

// Searches each bucket of the first table in which other tables found something, once for each
// query: the entries in it within the distance are exactly those that the other tables found there.
void HammingSearch::look_up_others(int max_distance) {
  if (others_.empty()) return;
  const std::size_t placed = found_.size();
  const std::uint64_t mask = tables_.front().mask;
  marked_.assign(std::bit_ceil(2 * others_.size()), 0);
  const auto take = [this](std::span<RawSurvivor> survivors) { keep(survivors); };
  for (const RawSurvivor& other : others_) {
    RawProbe& probe = probes_[waiting_];
    index_.kernels_->split(&other.value, 1, mask, &probe.bucket, &probe.suffix);
    if (!mark(other.query, probe.bucket)) continue;
    std::uint64_t key = 0;
    index_.kernels_->split(&queries_[other.query], 1, mask, &key, &probe.suffix);
    probe.query = other.query;
    probe.table = 0;
    probe.budget = static_cast<std::uint16_t>(max_distance - std::popcount(probe.bucket ^ key));
    if (++waiting_ == kProbesAtOnce) flush(take);
  }
  flush(take);
  if (found_.size() - placed != others_.size()) throw_outside(index_.name_);
}

// Returns true if the bucket was not yet marked for this query.
bool HammingSearch::mark(std::uint64_t query, std::uint64_t bucket) {
  const std::uint64_t key = (bucket * kQueriesAtOnce + query) + 1;  // 0: an empty place
  std::size_t at = mix64(key) & (marked_.size() - 1);
  while (marked_[at] != 0) {
    if (marked_[at] == key) return false;
    at = (at + 1) & (marked_.size() - 1);
  }
  marked_[at] = key;
  return true;
}

// Orders the matches by query, then by distance: a counting sort into ordered_.
void HammingSearch::order_found(int max_distance) {
  const std::size_t distances = static_cast<std::size_t>(max_distance) + 1;
  const auto group_of = [distances](const Found& found) {
    return found.query * distances + found.distance;
  };
  ends_.assign(queries_.size() * distances, 0);
  for (const Found& found : found_) ++ends_[group_of(found)];
  std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::size_t{0});
  ordered_.resize(found_.size());
  for (const Found& found : found_) {
    ordered_[ends_[group_of(found)]++] = {found.place, {}, found.query, found.distance};
  }
}

// Finds the entries of all matches. With a limit few are listed, and list_nearest() finds only
// those.
void HammingSearch::find_entries() {
  for (std::size_t i = 0; i < ordered_.size(); ++i) {
    if (i + kListedAhead < ordered_.size()) index_.fetch_ordinals(ordered_[i + kListedAhead].place);
    ordered_[i].entries = index_.ordinals_of(ordered_[i].place);
  }
  for (std::size_t i = 0; i < std::min(kListedAhead, ordered_.size()); ++i) {
    index_.fetch_ordinal(ordered_[i].entries.begin);
  }
}

// Appends the entries of one fingerprint, in ascending order, to entries_; returns true if there
// are more than `most`.
bool HammingSearch::list_entries(const Listed& listed, std::uint64_t most,
                                 std::span<const std::uint64_t> without) {
  const std::uint64_t distance = std::uint64_t{listed.distance} << index_.ordinal_bits_;
  const EntryRange range = listed.entries;
  std::uint64_t left = most;
  for (std::uint64_t at = range.begin; at < range.begin + range.count; ++at) {
    const std::uint64_t ordinal = packed_at(index_.ordinals_, at, index_.ordinal_bits_);
    // A damaged file may contain any ordinal; callers that look one up check it.
    if (ordinal / 64 < without.size() && (without[ordinal / 64] >> ordinal % 64 & 1) != 0) continue;
    if (left == 0) return true;
    --left;
    entries_.push_back(distance | ordinal);
  }
  return false;
}

// Lists the ordinals that one query found, nearest first: those of ordered_ from `begin` to `end`.
// Returns true if the limit left some out.
bool HammingSearch::list(std::size_t begin, std::size_t end, const SearchOptions& options) {
  entries_.clear();
  neighbours_.clear();
  bool truncated = false;
  if (begin == end) return truncated;
  if (options.limit == 0) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i + kListedAhead < ordered_.size()) {
        index_.fetch_ordinal(ordered_[i + kListedAhead].entries.begin);
      }
      (void)list_entries(ordered_[i], ~std::uint64_t{0}, options.without);
    }
    unsigned bits = index_.ordinal_bits_;
    for (int most = index_.design_.max_distance; most > 0; most /= 2) ++bits;
    sort_low_bits(entries_, bits, room_);
  } else {
    truncated = list_nearest(begin, end, options);
  }
  const unsigned shift = index_.ordinal_bits_;
  neighbours_.resize(entries_.size());
  std::ranges::transform(entries_, neighbours_.begin(), [shift](std::uint64_t entry) {
    const std::uint64_t distance = entry >> shift;
    return Neighbour{entry - (distance << shift), static_cast<std::uint32_t>(distance)};
  });
  return truncated;
}

// The same within the limit: distance by distance, until there are enough.
bool HammingSearch::list_nearest(std::size_t begin, std::size_t end, const SearchOptions& options) {
  bool truncated = false;
  for (std::size_t i = begin; i < end && !truncated;) {
    const std::uint64_t most = options.limit - entries_.size();
    const std::uint32_t distance = ordered_[i].distance;
    const std::size_t first = entries_.size();
    for (; i < end && ordered_[i].distance == distance; ++i) {
      ordered_[i].entries = index_.ordinals_of(ordered_[i].place);
      // After the first `most` entries of one fingerprint, no more of its entries can be listed.
      truncated |= list_entries(ordered_[i], most, options.without);
    }
    std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(first), entries_.end());
    if (entries_.size() - first > most) {
      entries_.resize(first + static_cast<std::size_t>(most));
      truncated = true;
    }
  }
  return truncated;
}

}  // namespace facsim
