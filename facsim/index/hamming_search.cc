// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_search.h"

#include <algorithm>
#include <numeric>

#include "facsim/base/error.h"
#include "facsim/base/prefix_sort.h"
#include "facsim/index/packed_column.h"

namespace facsim {
namespace {

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
// filter() wants room for so many.
constexpr std::size_t kCandidatesAtLeast = 16;

[[noreturn]] void damaged(const std::string& name) {
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
                    std::to_string(served) + "; build one with a larger --max-distance",
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
  waiting_ = 0;
  const std::size_t tables = index_.needed_[static_cast<std::size_t>(options.max_distance)];
  for (std::size_t table = 0; table < tables; ++table) probe(table, options);
  flush_and_keep();
  look_up_places();
  order_found(options.max_distance);
  if (options.limit == 0) find_entries();
}

// Looks through the buckets of all that waits, and hands over what is within budget.
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
      damaged(index_.name_);
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

// One bucket a query.
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
  // A pair that an earlier table sees has been reported by it.
  const std::size_t kept = index_.kernels_->first_seen(tables_.data(), queries_.data(),
                                                       survivors.data(), survivors.size());
  for (const RawSurvivor& survivor : survivors.first(kept)) {
    const bool is_placed = survivor.table == 0;
    if (is_placed) index_.fetch_ordinals(survivor.position);
    found_.push_back({survivor.value, is_placed ? survivor.position : kNowhere, survivor.query,
                      survivor.distance});
  }
}

// Asks the first table for what others found.
void HammingSearch::look_up_places() {
  const std::uint64_t mask = tables_.front().mask;
  std::size_t unplaced = 0;
  const auto take = [&](std::span<const RawSurvivor> survivors) { place(survivors, unplaced); };
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (found_[i].place != kNowhere) continue;
    ++unplaced;
    RawProbe& probe = probes_[waiting_];
    index_.kernels_->split(&found_[i].value, 1, mask, &probe.bucket, &probe.suffix);
    probe.query = static_cast<std::uint32_t>(i);
    probe.table = 0;
    probe.budget = 0;
    if (++waiting_ == kProbesAtOnce) flush(take);
  }
  flush(take);
  if (unplaced > 0) damaged(index_.name_);
}

void HammingSearch::place(std::span<const RawSurvivor> survivors, std::size_t& unplaced) {
  for (const RawSurvivor& survivor : survivors) {
    Found& found = found_[survivor.query];
    if (found.place != kNowhere) damaged(index_.name_);
    found.place = survivor.position;
    index_.fetch_ordinals(survivor.position);
    --unplaced;
  }
}

// By query, then by distance: a counting sort into ordered_.
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

// Of all that was found: whoever has a limit lists few of them, and looks for these alone.
void HammingSearch::find_entries() {
  for (std::size_t i = 0; i < ordered_.size(); ++i) {
    if (i + kListedAhead < ordered_.size()) index_.fetch_ordinals(ordered_[i + kListedAhead].place);
    ordered_[i].entries = index_.ordinals_of(ordered_[i].place);
  }
  for (std::size_t i = 0; i < std::min(kListedAhead, ordered_.size()); ++i) {
    index_.fetch_ordinal(ordered_[i].entries.begin);
  }
}

// Adds the entries of one fingerprint, which ascend, to ordinals_; whether there are more than
// `most`.
bool HammingSearch::list_entries(EntryRange range, std::uint64_t most,
                                 std::span<const std::uint64_t> without) {
  std::uint64_t left = most;
  for (std::uint64_t at = range.begin; at < range.begin + range.count; ++at) {
    const std::uint64_t ordinal = packed_at(index_.ordinals_, at, index_.ordinal_bits_);
    // A damaged file may name any ordinal; whoever looks one up checks it.
    if (ordinal / 64 < without.size() && (without[ordinal / 64] >> ordinal % 64 & 1) != 0) continue;
    if (left == 0) return true;
    --left;
    ordinals_.push_back({ordinal});
  }
  return false;
}

// Lists the ordinals of what one query found, nearest first: of ordered_ from `begin` to `end`.
// Whether the limit left some out.
bool HammingSearch::list(std::size_t begin, std::size_t end, const SearchOptions& options) {
  const std::uint64_t limit = options.limit == 0 ? ~std::uint64_t{0} : options.limit;
  neighbours_.clear();
  bool truncated = false;
  for (std::size_t i = begin; i < end && !truncated;) {
    const std::uint64_t most = limit - neighbours_.size();
    const std::uint32_t distance = ordered_[i].distance;
    const std::size_t first = i;
    ordinals_.clear();
    for (; i < end && ordered_[i].distance == distance; ++i) {
      if (options.limit != 0) {
        ordered_[i].entries = index_.ordinals_of(ordered_[i].place);
      } else if (i + kListedAhead < ordered_.size()) {
        index_.fetch_ordinal(ordered_[i + kListedAhead].entries.begin);
      }
      // Behind the first `most` of one fingerprint, none of its entries can be listed.
      truncated |= list_entries(ordered_[i].entries, most, options.without);
    }
    if (i - first > 1) {
      const auto highest_byte = static_cast<int>((index_.ordinal_bits_ - 1) / 8 * 8);
      sort_by_prefix(std::span(ordinals_), highest_byte);
    }
    if (ordinals_.size() > most) {
      ordinals_.resize(static_cast<std::size_t>(most));
      truncated = true;
    }
    for (const Ordinal& ordinal : ordinals_) neighbours_.push_back({ordinal.value, distance});
  }
  return truncated;
}

}  // namespace facsim
