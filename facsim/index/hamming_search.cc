// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_search.h"

#include <algorithm>

#include "facsim/base/error.h"
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
  const std::uint64_t limit = options.limit == 0 ? ~std::uint64_t{0} : options.limit;
  for (std::size_t first = 0; first < queries.size(); first += kQueriesAtOnce) {
    queries_ = queries.subspan(first, std::min(kQueriesAtOnce, queries.size() - first));
    find_some(options);
    for (std::size_t query = 0, next = 0; query < queries_.size(); ++query) {
      const std::size_t begin = next;
      while (next < found_.size() && found_[next].query == query) ++next;
      const bool truncated = list(std::span(found_).subspan(begin, next - begin), limit);
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
  std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
    return a.query != b.query ? a.query < b.query : a.distance < b.distance;
  });
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

// Lists the ordinals of what one query found, nearest first; whether the limit left some out.
bool HammingSearch::list(std::span<const Found> found, std::uint64_t limit) {
  neighbours_.clear();
  bool truncated = false;
  for (std::size_t i = 0; i < found.size() && !truncated;) {
    const std::size_t first = neighbours_.size();
    const std::uint32_t distance = found[i].distance;
    for (; i < found.size() && found[i].distance == distance; ++i) {
      // Ordinals ascend within a fingerprint: no more than these of them can be listed.
      const EntryRange range = index_.ordinals_of(found[i].place);
      const std::uint64_t most = std::min(range.count, limit - first);
      truncated |= most < range.count;
      for (std::uint64_t at = range.begin; at < range.begin + most; ++at) {
        const std::uint64_t ordinal = packed_at(index_.ordinals_, at, index_.ordinal_bits_);
        neighbours_.push_back({ordinal, distance});
      }
    }
    std::sort(neighbours_.begin() + static_cast<std::ptrdiff_t>(first), neighbours_.end(),
              [](const Neighbour& a, const Neighbour& b) { return a.ordinal < b.ordinal; });
    if (neighbours_.size() > limit) {
      neighbours_.resize(static_cast<std::size_t>(limit));
      truncated = true;
    }
    truncated |= neighbours_.size() == limit && i < found.size();
  }
  return truncated;
}

}  // namespace facsim
