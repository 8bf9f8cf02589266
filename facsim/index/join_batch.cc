// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join_batch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/index/join_groups_internal.h"
#include "facsim/index/join_tables_internal.h"
#include "facsim/index/masks.h"

namespace facsim {
namespace {

constexpr std::size_t kKeysMax = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::size_t kBatchPairs = 4096;
constexpr std::size_t kOldKeysAtOnce = std::size_t{1} << 18;

void check_batch(std::size_t fresh, const BatchOptions& options) {
  if (options.max_distance < 0 || options.max_distance > kMaxMaskDistance) {
    throw Error{ErrorCode::invalid_argument,
                "max_distance " + std::to_string(options.max_distance) + " is outside 0.." +
                    std::to_string(kMaxMaskDistance)};
  }
  if (fresh > kKeysMax) {
    throw Error{ErrorCode::invalid_argument, std::to_string(fresh) +
                                                 " new fingerprints are more than " +
                                                 std::to_string(kKeysMax) + "; cut the batch"};
  }
}

// Thrown if a chunk has more pairs than may wait.
struct ChunkIsTooLarge {};

// A probe costs about as much as its wait for memory, and half a ns for each key of its bucket.
JoinCosts probe_costs() { return {.pass = 10, .pair = 0.9}; }

// The old keys that matched, and the ranks that they matched: sorted by a hash, each pair once. The
// hash is a bijection and spreads crowded keys.
class Matches {
 public:
  // keys[i] matched ranks[i], in any order; there is at least one pair.
  Matches(std::vector<std::uint64_t> keys, std::vector<std::uint32_t> ranks, Executor& executor,
          const PartitionOptions& options)
      : hashes_(std::move(keys)), ranks_(std::move(ranks)) {
    for (std::uint64_t& key : hashes_) key = hash(key);
    {
      std::vector<std::uint64_t> room(hashes_.size());
      std::vector<std::uint32_t> rank_room(hashes_.size());
      sort_keys(hashes_, std::span(ranks_), room, std::span(rank_room), executor, options);
    }
    unite_repeats();
    row_shift_ = 64 - static_cast<unsigned>(std::bit_width(hashes_.size()));
    filter_shift_ = row_shift_ > kFilterBitsLog2 ? row_shift_ - kFilterBitsLog2 : 0;
    rows_.resize((std::size_t{1} << (64 - row_shift_)) + 1);
    filter_.resize((std::size_t{1} << (64 - filter_shift_)) / 64 + 1);
    for (const std::uint64_t value : hashes_) {
      ++rows_[(value >> row_shift_) + 1];
      filter_[value >> filter_shift_ >> 6] |= bit_of(value);
    }
    for (std::size_t row = 1; row < rows_.size(); ++row) rows_[row] += rows_[row - 1];
  }

  struct Match {
    std::size_t place;
    std::uint32_t rank;
  };

  // Calls found(matches) with the ranks that the keys matched, in the order of the keys' places.
  // The keys are looked up block by block, so that the waits for memory overlap.
  template <class Found>
  void for_each(std::span<const std::uint64_t> keys, const Found& found) const {
    std::vector<Match> matches;
    std::array<std::uint64_t, kBlock> hashes;
    std::array<std::uint32_t, kBlock> likely;
    for (std::size_t begin = 0; begin < keys.size(); begin += kBlock) {
      const std::size_t count = std::min(kBlock, keys.size() - begin);
      for (std::size_t i = 0; i < count; ++i) {
        hashes[i] = hash(keys[begin + i]);
        __builtin_prefetch(&filter_[hashes[i] >> filter_shift_ >> 6]);
      }
      std::size_t likely_count = 0;
      for (std::size_t i = 0; i < count; ++i) {
        likely[likely_count] = static_cast<std::uint32_t>(i);
        const std::uint64_t word = filter_[hashes[i] >> filter_shift_ >> 6];
        likely_count += (word & bit_of(hashes[i])) != 0 ? 1 : 0;
      }
      const auto row_of = [&](std::size_t i) { return hashes[likely[i]] >> row_shift_; };
      for (std::size_t i = 0; i < likely_count; ++i) __builtin_prefetch(&rows_[row_of(i)]);
      for (std::size_t i = 0; i < likely_count; ++i) {
        __builtin_prefetch(&hashes_[rows_[row_of(i)]]);
        __builtin_prefetch(&ranks_[rows_[row_of(i)]]);
      }
      for (std::size_t i = 0; i < likely_count; ++i) {
        for (std::size_t place = rows_[row_of(i)]; place < rows_[row_of(i) + 1]; ++place) {
          if (hashes_[place] == hashes[likely[i]])
            matches.push_back({begin + likely[i], ranks_[place]});
        }
      }
      if (!matches.empty()) found(std::span<const Match>(matches));
      matches.clear();
    }
  }

 private:
  static constexpr unsigned kFilterBitsLog2 = 4;
  static constexpr std::size_t kBlock = 128;

  static std::uint64_t hash(std::uint64_t key) { return key * 0x9e3779b97f4a7c15U; }
  std::uint64_t bit_of(std::uint64_t value) const {
    return std::uint64_t{1} << (value >> filter_shift_ & 63U);
  }

  // An old key that occurs several times matched as often; stores each of its matches once.
  void unite_repeats() {
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < hashes_.size();) {
      const std::uint64_t value = hashes_[begin];
      std::size_t end = begin;
      while (end < hashes_.size() && hashes_[end] == value) ++end;
      const auto first = ranks_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = ranks_.begin() + static_cast<std::ptrdiff_t>(end);
      std::sort(first, last);
      const auto unique_end = std::unique(first, last);
      for (auto rank = first; rank != unique_end; ++rank, ++kept) {
        hashes_[kept] = value;
        ranks_[kept] = *rank;
      }
      begin = end;
    }
    hashes_.resize(kept);
    ranks_.resize(kept);
  }

  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> ranks_;
  unsigned row_shift_ = 0;
  unsigned filter_shift_ = 0;
  std::vector<std::uint32_t> rows_;    // the begin of each row's hashes, and the end
  std::vector<std::uint64_t> filter_;  // a bit for each beginning of a hash that occurs
};

}  // namespace

struct BatchProbe::State {
  State(std::span<const std::uint64_t> fresh, const BatchOptions& options, Executor& executor,
        std::uint64_t* table_bytes_left)
      : masks(options.max_distance),
        setting(setting_of(options, masks, table_bytes_left)),
        pairs_max(options.pairs_max),
        chosen(
            masks.choose(~std::uint64_t{0}, std::max<std::size_t>(fresh.size(), 1), setting.costs)),
        keys(fresh, 0, executor, setting.partition),
        tables(keys.keys(), chosen, {}, setting, executor) {
    keys.give_up_room();
  }

  static JoinSetting setting_of(const BatchOptions& options, JoinMasks& masks,
                                std::uint64_t* table_bytes_left) {
    JoinSetting setting{.max_distance = options.max_distance, .partition = {}};
    setting.partition.kernel = options.kernel;
    setting.partition.part_keys = options.part_keys;
    setting.partition.piece_keys = options.part_keys * 32;
    setting.bucket_keys = options.bucket_keys;
    setting.costs = probe_costs();
    setting.masks = &masks;
    setting.table_bytes_left = table_bytes_left;
    return setting;
  }

  JoinMasks masks;
  JoinSetting setting;
  std::size_t pairs_max;
  std::vector<std::uint64_t> chosen;
  DistinctKeys keys;
  ProbeTables tables;
};

BatchProbe::BatchProbe(std::span<const std::uint64_t> fresh, const BatchOptions& options,
                       Executor& executor) {
  check_batch(fresh.size(), options);
  state_ = std::make_unique<State>(fresh, options, executor, nullptr);
}

BatchProbe::BatchProbe(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::optional<BatchProbe> BatchProbe::within(std::uint64_t table_bytes_max,
                                             std::span<const std::uint64_t> fresh,
                                             const BatchOptions& options, Executor& executor) {
  check_batch(fresh.size(), options);
  try {
    return BatchProbe(std::make_unique<State>(fresh, options, executor, &table_bytes_max));
  } catch (const TablesTooLarge&) {
    return std::nullopt;
  }
}

std::uint64_t BatchProbe::bytes_needed(std::uint64_t fresh, const BatchOptions& options) {
  JoinMasks masks(options.max_distance);
  const std::size_t count =
      masks.choose(~std::uint64_t{0}, std::max<std::uint64_t>(fresh, 1), probe_costs()).size();
  // Columns of tables may have grown to twice their size; 16 bytes for two copies while sorting.
  return fresh * (18 * count + 30 + 16);
}

BatchProbe::~BatchProbe() = default;
BatchProbe::BatchProbe(BatchProbe&&) noexcept = default;
BatchProbe& BatchProbe::operator=(BatchProbe&&) noexcept = default;

void BatchProbe::probe(std::span<const std::uint64_t> old, std::uint64_t first_old,
                       Executor& executor, const BatchPairSink& sink) const {
  if (state_->keys.keys().empty()) return;
  for (std::size_t at_once = old.size(); !old.empty();) {
    const std::size_t count = std::min(at_once, old.size());
    const auto pairs = probe_some(old.first(count), first_old, executor, sink);
    if (!pairs) {
      at_once = count / 2;
      continue;
    }
    old = old.subspan(count);
    first_old += count;
    if (*pairs <= state_->pairs_max / 4) at_once = 2 * count;
  }
}

std::optional<std::size_t> BatchProbe::probe_some(std::span<const std::uint64_t> old,
                                                  std::uint64_t first_old, Executor& executor,
                                                  const BatchPairSink& sink) const {
  const State& state = *state_;
  std::mutex mutex;
  std::vector<std::uint64_t> old_keys;
  std::vector<std::uint32_t> ranks;
  const auto take = [&](std::span<const KeyPair> pairs) {
    std::vector<std::uint64_t> fresh_keys;
    for (const KeyPair& pair : pairs) fresh_keys.push_back(pair.second);
    std::vector<std::uint32_t> found(pairs.size());
    state.keys.find(fresh_keys, found);
    const std::lock_guard lock(mutex);
    // One old fingerprint cannot have more pairs than there are new ones, so it is never cut.
    if (old.size() > 1 && ranks.size() + found.size() > state.pairs_max) throw ChunkIsTooLarge{};
    for (const KeyPair& pair : pairs) old_keys.push_back(pair.first);
    ranks.insert(ranks.end(), found.begin(), found.end());
  };
  try {
    const auto room = std::make_unique_for_overwrite<std::uint64_t[]>(old.size());
    state.tables.probe(old, {room.get(), old.size()}, executor, take);
  } catch (const ChunkIsTooLarge&) {
    return std::nullopt;
  }
  const std::size_t pairs = ranks.size();
  if (pairs == 0) return pairs;
  const Matches matches(std::move(old_keys), std::move(ranks), executor, state.setting.partition);
  executor.run((old.size() + kOldKeysAtOnce - 1) / kOldKeysAtOnce, [&](std::size_t piece) {
    std::vector<BatchPair> batch;
    const auto flush = [&] {
      const std::lock_guard lock(mutex);
      if (!batch.empty()) sink(batch);
      batch.clear();
    };
    const std::size_t begin = piece * kOldKeysAtOnce;
    const auto keys = old.subspan(begin, std::min(kOldKeysAtOnce, old.size() - begin));
    matches.for_each(keys, [&](std::span<const Matches::Match> some) {
      for (const Matches::Match& match : some) state.keys.prefetch(match.rank);
      for (const Matches::Match& match : some) {
        const int distance = std::popcount(keys[match.place] ^ state.keys.keys()[match.rank]);
        for (const std::uint32_t fresh : state.keys.group(match.rank)) {
          batch.push_back({fresh, first_old + begin + match.place, distance});
          if (batch.size() == kBatchPairs) flush();
        }
      }
    });
    flush();
  });
  return pairs;
}

}  // namespace facsim
