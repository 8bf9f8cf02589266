// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_join.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "facsim/base/checking_executor.h"
#include "facsim/base/spill_sort.h"
#include "facsim/known/index_join_found_internal.h"

namespace facsim {
namespace {

// Smaller batches would cost more passes than their memory is worth, even if there is hardly any.
constexpr std::uint64_t kBatchLeast = 4096;
constexpr std::uint64_t kChunkLeast = 4096;
// The number of fingerprints that one thread reads at a time.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 16;
// The memory of an old fingerprint of a chunk, and of a pair that waits to be sorted.
constexpr std::uint64_t kChunkBytes = 2 * sizeof(std::uint64_t);
constexpr std::uint64_t kWaitingBytes = 36;
// The number of largest crowds that are reported.
constexpr std::size_t kCrowdsKept = 16;

// Thrown through a probe if there is no space for its pairs.
struct TooManyFound {};

// A run of neighbours in a segment's first table, and its position in the chunk.
struct Stretch {
  std::uint32_t segment = 0;
  std::uint64_t place = 0;
  std::size_t begin = 0;
  std::size_t count = 0;
};

// The distinct fingerprints of all segments, in chunks: small segments share a chunk.
class OldChunks {
 public:
  OldChunks(const OpenIndex& index, std::uint64_t chunk, std::uint64_t crowd_entries)
      : index_(index), chunk_(chunk), crowd_entries_(crowd_entries) {}

  // Reads the next chunk; returns false at the end.
  [[nodiscard]] bool next(Executor& executor) {
    stretches_.clear();
    std::size_t size = 0;
    while (size < chunk_ && segment_ < index_.parts().size()) {
      const std::uint64_t left = hamming(segment_).distinct() - place_;
      const auto count = static_cast<std::size_t>(std::min(left, std::min(chunk_ - size, kPiece)));
      if (count > 0) stretches_.push_back({segment_, place_, size, count});
      size += count;
      place_ += count;
      if (count < left) continue;
      ++segment_;
      place_ = 0;
    }
    fingerprints_.resize(size);
    is_counted_.assign(size, false);
    executor.run(stretches_.size(), [this](std::size_t i) {
      const Stretch& stretch = stretches_[i];
      hamming(stretch.segment)
          .read(stretch.place, std::span(fingerprints_).subspan(stretch.begin, stretch.count));
    });
    return size > 0;
  }

  [[nodiscard]] std::span<const std::uint64_t> fingerprints() const noexcept {
    return fingerprints_;
  }

  // Adds the entries of each pair that are not deleted; `old` is a place in the chunk. Crowds are
  // added whole.
  void add(std::span<const BatchPair> pairs, SpillSorter<Found>& found) {
    while (!pairs.empty()) {
      const Stretch& stretch = stretch_of(pairs.front().old);
      const auto same = std::find_if(pairs.begin(), pairs.end(), [&](const BatchPair& pair) {
        return pair.old < stretch.begin || pair.old - stretch.begin >= stretch.count;
      });
      const auto here = static_cast<std::size_t>(same - pairs.begin());
      add(stretch, pairs.first(here), found);
      pairs = pairs.subspan(here);
    }
  }

  // Returns the largest crowds found, the largest first.
  [[nodiscard]] IndexCrowds crowds() const {
    IndexCrowds crowds{.largest = {}, .count = crowded_};
    for (const Met& met : largest_) {
      const HammingIndex& of = hamming(met.segment);
      crowds.largest.push_back(
          {.first = {.segment = met.segment, .distance = 0, .ordinal = of.ordinal_at(met.place, 0)},
           .entries = met.entries,
           .fresh = met.fresh});
    }
    return crowds;
  }

 private:
  struct Met {
    std::uint64_t entries = 0;
    std::uint32_t segment = 0;
    std::uint64_t place = 0;
    std::uint64_t fresh = 0;
  };

  // One of the largest crowds stays in the list from the first time it is found.
  void note_crowd(const Met& crowd, std::size_t in_chunk) {
    if (crowd.entries >= crowd_entries_ && !is_counted_[in_chunk]) {
      is_counted_[in_chunk] = true;
      ++crowded_;
    }
    const auto is_larger = [](const Met& a, const Met& b) {
      return std::tuple(b.entries, a.segment, a.place) < std::tuple(a.entries, b.segment, b.place);
    };
    const auto at = std::lower_bound(largest_.begin(), largest_.end(), crowd, is_larger);
    if (at != largest_.end() && at->segment == crowd.segment && at->place == crowd.place) {
      ++at->fresh;
      return;
    }
    if (at == largest_.end() && largest_.size() == kCrowdsKept) return;
    largest_.insert(at, crowd);
    if (largest_.size() > kCrowdsKept) largest_.pop_back();
  }

  [[nodiscard]] const HammingIndex& hamming(std::uint32_t segment) const {
    return index_.parts()[segment]->hamming;
  }

  [[nodiscard]] const Stretch& stretch_of(std::uint64_t place) const {
    return *(std::upper_bound(stretches_.begin(), stretches_.end(), place,
                              [](std::uint64_t at, const Stretch& s) { return at < s.begin; }) -
             1);
  }

  void add(const Stretch& stretch, std::span<const BatchPair> pairs, SpillSorter<Found>& found) {
    const OpenIndex::Part& part = *index_.parts()[stretch.segment];
    places_.clear();
    few_.clear();
    for (const BatchPair& pair : pairs) {
      part.hamming.fetch_ordinals(stretch.place + pair.old - stretch.begin);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::uint64_t place = stretch.place + pairs[i].old - stretch.begin;
      const auto distance = static_cast<std::uint16_t>(pairs[i].distance);
      if (const std::uint64_t count = part.hamming.ordinals_count(place); count > kExpandedAtOnce) {
        found.add({pairs[i].fresh, place, stretch.segment, distance, 0});
        note_crowd({.entries = count, .segment = stretch.segment, .place = place, .fresh = 1},
                   pairs[i].old);
        continue;
      }
      places_.push_back(place);
      few_.push_back(i);
    }
    part.hamming.ordinals_at(places_, [&](std::size_t i, std::uint64_t ordinal) {
      if (!part.tombstones.empty() && part.is_deleted(ordinal)) return;
      const BatchPair& pair = pairs[few_[i]];
      found.add({pair.fresh, ordinal, stretch.segment, static_cast<std::uint16_t>(pair.distance)});
    });
  }

  const OpenIndex& index_;
  const std::uint64_t chunk_;
  const std::uint64_t crowd_entries_;
  std::uint32_t segment_ = 0;
  std::uint64_t place_ = 0;
  std::vector<Stretch> stretches_;
  std::vector<std::uint64_t> fingerprints_;
  std::vector<std::uint64_t> places_;
  std::vector<std::size_t> few_;  // the pairs that have these places
  std::vector<Met> largest_;      // the largest first
  std::vector<bool> is_counted_;  // for each place in the chunk: counted in crowded_
  std::uint64_t crowded_ = 0;
};

BatchOptions batch_options(const IndexJoinOptions& options) {
  return {.max_distance = options.max_distance,
          .kernel = options.kernel,
          .pairs_max = static_cast<std::size_t>(options.memory_bytes / 8 / kWaitingBytes)};
}

}  // namespace

IndexJoin::IndexJoin(const IndexJoinOptions& options, Scratch& scratch)
    : options_(options),
      scratch_(scratch),
      fresh_(scratch, static_cast<std::size_t>(options.memory_bytes / 8)) {
  SerialExecutor executor;
  (void)BatchProbe({}, batch_options(options_), executor);  // throws for an unsupported distance
}

void IndexJoin::add(std::span<const std::uint64_t> fingerprints) {
  fresh_.append(std::as_bytes(fingerprints));
}

// Returns the most fingerprints whose tables fit in half of the memory, at most `most`.
std::uint64_t IndexJoin::batch_size(std::uint64_t most) const {
  const BatchOptions options = batch_options(options_);
  const auto fits = [&](std::uint64_t count) {
    const std::uint64_t bytes = BatchProbe::bytes_needed(count, options);
    return bytes + count * sizeof(std::uint64_t) <= options_.memory_bytes / 2;
  };
  std::uint64_t size = std::min<std::uint64_t>(most, 0xfffffffeU);
  while (size > kBatchLeast && !fits(size)) size = std::max(kBatchLeast, size / 8 * 7);
  return size;
}

BatchProbe IndexJoin::probe_of(std::vector<std::uint64_t>& batch, Executor& executor) const {
  const BatchOptions options = batch_options(options_);
  for (; batch.size() > kBatchLeast; batch.resize(batch.size() / 2)) {
    auto probe = BatchProbe::within(options_.memory_bytes / 2, batch, options, executor);
    if (probe) return std::move(*probe);
  }
  return {batch, options, executor};
}

IndexJoinOutcome IndexJoin::run(const OpenIndex& index, Executor& threads,
                                const std::function<void(const IndexPair&)>& visit) const {
  CheckingExecutor executor(threads, options_.check);
  const std::uint64_t chunk = std::max<std::uint64_t>(
      1,
      std::min(options_.chunk_max, std::max(kChunkLeast, options_.memory_bytes / 8 / kChunkBytes)));
  std::uint64_t batch_max = std::max<std::uint64_t>(options_.batch_max, 1);
  std::vector<std::uint64_t> batch;
  IndexJoinOutcome outcome;
  FoundPairs pairs(index, options_.limit, visit);
  for (std::uint64_t first = 0; first < size();) {
    batch.resize(static_cast<std::size_t>(batch_size(std::min(batch_max, size() - first))));
    fresh_.read(first * sizeof(std::uint64_t), std::as_writable_bytes(std::span(batch)));
    SpillSorter<Found> found(scratch_, static_cast<std::size_t>(options_.memory_bytes / 8));
    OldChunks chunks(index, chunk, options_.crowd_entries);
    ++outcome.passes;
    try {
      const std::size_t wished = batch.size();
      const BatchProbe probe = probe_of(batch, executor);
      // If this batch is crowded, later ones will be too.
      if (batch.size() < wished) batch_max = batch.size();
      while (chunks.next(executor)) {
        probe.probe(chunks.fingerprints(), 0, executor, [&](std::span<const BatchPair> some) {
          chunks.add(some, found);
          if (found.size() > options_.found_max && batch.size() > 1) throw TooManyFound{};
        });
      }
    } catch (const TooManyFound&) {
      batch_max = batch.size() / 2;
      continue;
    }
    found.sort();
    const IndexCrowds crowds = chunks.crowds();
    if (!crowds.largest.empty() && options_.on_crowds) options_.on_crowds(crowds);
    pairs.visit_all(found, first);
    first += batch.size();
  }
  outcome.truncated = pairs.truncated();
  return outcome;
}

}  // namespace facsim
