// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/hamming_search.h"

#include <algorithm>
#include <bit>

#include "facsim/base/error.h"
#include "facsim/index/packed_column.h"

namespace facsim {
namespace {

constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

[[noreturn]] void damaged(const std::string& name) {
  throw Error{ErrorCode::damaged,
              "a directory of the index points outside; build the index anew from its input", name};
}

}  // namespace

HammingSearch::HammingSearch(const HammingIndex& index) : index_(index) {}

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
  flush([this](const RawSurvivor& survivor) { keep(survivor); });
  look_up_places();
  std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
    return a.query != b.query ? a.query < b.query : a.distance < b.distance;
  });
}

template <class Take>
void HammingSearch::flush(const Take& take) {
  const RawTable* const tables = index_.tables_.data();
  if (!index_.kernels_->locate(tables, probes_.data(), waiting_)) damaged(index_.name_);
  for (RawCursor at; at.probe < waiting_;) {
    const std::size_t candidates = index_.kernels_->filter(tables, probes_.data(), waiting_, &at,
                                                           candidates_.data(), candidates_.size());
    const std::size_t survivors = index_.kernels_->confirm(
        tables, probes_.data(), candidates_.data(), candidates, survivors_.data());
    for (std::size_t i = 0; i < survivors; ++i) take(survivors_[i]);
  }
  waiting_ = 0;
}

void HammingSearch::probe(std::size_t table, const SearchOptions& options) {
  const auto radius =
      static_cast<std::size_t>(std::min(index_.design_.tables[table].radius, options.max_distance));
  const std::vector<std::uint64_t>& flips = index_.flips_[table];
  const std::vector<std::size_t>& ends = index_.flip_ends_[table];
  index_.kernels_->split(queries_.data(), queries_.size(), index_.tables_[table].mask, keys_.data(),
                         suffixes_.data());
  for (std::size_t query = 0; query < queries_.size(); ++query) {
    std::size_t pattern = 0;
    for (std::size_t ones = 0; ones < ends.size() && ones <= radius; ++ones) {
      const auto budget =
          static_cast<std::uint16_t>(static_cast<std::size_t>(options.max_distance) - ones);
      for (; pattern < ends[ones]; ++pattern) {
        RawProbe& probe = probes_[waiting_];
        probe.bucket = keys_[query] ^ flips[pattern];
        probe.suffix = suffixes_[query];
        probe.query = static_cast<std::uint32_t>(query);
        probe.table = static_cast<std::uint16_t>(table);
        probe.budget = budget;
        if (++waiting_ == kProbesAtOnce) {
          flush([this](const RawSurvivor& survivor) { keep(survivor); });
        }
      }
    }
  }
}

void HammingSearch::keep(const RawSurvivor& survivor) {
  const std::uint64_t differ = survivor.value ^ queries_[survivor.query];
  // An earlier table that sees the pair has reported it.
  for (std::size_t table = 0; table < survivor.table; ++table) {
    const TableMask& mask = index_.design_.tables[table];
    if (std::popcount(differ & mask.mask) <= mask.radius) return;
  }
  const bool is_placed = survivor.table == 0;
  if (is_placed) index_.fetch_ordinals(survivor.position);
  found_.push_back({survivor.value, is_placed ? survivor.position : kNowhere, survivor.query,
                    static_cast<std::uint32_t>(std::popcount(differ))});
}

// Asks the first table for what others found.
void HammingSearch::look_up_places() {
  const std::uint64_t mask = index_.tables_.front().mask;
  std::size_t unplaced = 0;
  const auto take = [&](const RawSurvivor& survivor) { place(survivor, unplaced); };
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

void HammingSearch::place(const RawSurvivor& survivor, std::size_t& unplaced) {
  if (found_[survivor.query].place != kNowhere) damaged(index_.name_);
  found_[survivor.query].place = survivor.position;
  index_.fetch_ordinals(survivor.position);
  --unplaced;
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
