// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/index/join_groups_internal.h"
#include "facsim/index/join_memory_internal.h"
#include "facsim/index/masks.h"

namespace facsim {
namespace {

constexpr std::size_t kPairsAtOnce = 4096;

// The connected components of the ranks found so far (union by the lower rank, paths halved).
class Forest {
 public:
  explicit Forest(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  // Returns true if they were not connected before.
  bool connect(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return false;
    parents_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::uint32_t root(std::uint32_t rank) {
    for (; parents_[rank] != rank; rank = parents_[rank]) parents_[rank] = parents_[parents_[rank]];
    return rank;
  }
  std::vector<std::uint32_t> parents_;
};

// Turns pairs of keys into pairs of numbers.
class Reporter {
 public:
  Reporter(const DistinctKeys& keys, PairsWanted wanted, const PairSink& sink)
      : keys_(keys),
        sink_(sink),
        one_of_each_(wanted != PairsWanted::all),
        forest_(wanted == PairsWanted::components ? std::make_unique<Forest>(keys.keys().size())
                                                  : nullptr) {}

  // Callable from several threads at once.
  void report(std::span<const KeyPair> pairs) {
    std::vector<std::uint32_t> ranks(2 * pairs.size());
    keys_.find({&pairs.data()->first, 2 * pairs.size()}, ranks);
    std::vector<ClosePair> batch;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (forest_ != nullptr && !connect(ranks[2 * i], ranks[2 * i + 1])) continue;
      const int distance = std::popcount(pairs[i].first ^ pairs[i].second);
      for (const std::uint32_t a : some_of(ranks[2 * i])) {
        for (const std::uint32_t b : some_of(ranks[2 * i + 1]))
          add({std::min(a, b), std::max(a, b), distance}, batch);
      }
    }
    flush(batch);
  }

  // Reports the pairs within groups of equal keys.
  void report_equal() {
    if (!keys_.has_repeats()) return;
    std::vector<ClosePair> batch;
    for (std::uint32_t rank = 0; rank < keys_.keys().size(); ++rank) {
      const std::span<const std::uint32_t> group = keys_.group(rank);
      if (group.size() == 1) continue;
      const std::size_t centres = one_of_each_ ? 1 : group.size();
      for (std::size_t i = 0; i < std::min(centres, group.size()); ++i) {
        for (const std::uint32_t other : group.subspan(i + 1)) add({group[i], other, 0}, batch);
      }
    }
    flush(batch);
  }

 private:
  bool connect(std::uint32_t a, std::uint32_t b) {
    const std::lock_guard lock(mutex_);
    return forest_->connect(a, b);
  }
  // For components and leaders, the first of a group represents all of it.
  std::span<const std::uint32_t> some_of(std::uint32_t rank) const {
    const std::span<const std::uint32_t> group = keys_.group(rank);
    return one_of_each_ ? group.first(1) : group;
  }
  void add(const ClosePair& pair, std::vector<ClosePair>& batch) {
    batch.push_back(pair);
    if (batch.size() == kPairsAtOnce) flush(batch);
  }
  void flush(std::vector<ClosePair>& batch) {
    if (batch.empty()) return;
    const std::lock_guard lock(mutex_);
    sink_(batch);
    batch.clear();
  }

  const DistinctKeys& keys_;
  const PairSink& sink_;
  const bool one_of_each_;
  const std::unique_ptr<Forest> forest_;
  std::mutex mutex_;
};

}  // namespace

void check_join_options(const JoinOptions& options) {
  if (options.max_distance < 0 || options.max_distance > kMaxMaskDistance) {
    throw Error{ErrorCode::invalid_argument,
                "max_distance " + std::to_string(options.max_distance) + " is outside 0.." +
                    std::to_string(kMaxMaskDistance)};
  }
}

JoinSetting join_setting(const JoinOptions& options, JoinMasks& masks) {
  JoinSetting setting{.max_distance = options.max_distance, .partition = {}};
  setting.costs = join_costs(options.max_distance);
  setting.masks = &masks;
  setting.partition.kernel = options.kernel;
  setting.partition.part_keys = options.part_keys;
  // Small parts are used by tests, which also need many pieces.
  setting.partition.piece_keys = options.part_keys * 32;
  setting.bucket_keys = options.part_keys / 32;
  return setting;
}

void join_under_masks(std::span<const std::uint64_t> fingerprints,
                      std::span<const std::uint64_t> masks, const PairRule& rule, bool with_equal,
                      PairsWanted wanted, const JoinSetting& setting, Executor& executor,
                      const PairSink& sink) {
  if (fingerprints.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error{ErrorCode::invalid_argument,
                "a join in memory takes fewer than 4294967295 fingerprints; use a JoinBuilder"};
  }
  // The keys are ordered by the first mask, which therefore costs no pass.
  DistinctKeys keys(fingerprints, masks.front(), executor, setting.partition);
  std::vector<std::uint64_t> permuted_masks;
  for (const std::uint64_t mask : masks) permuted_masks.push_back(permuted(keys.order(), mask));

  Reporter reporter(keys, wanted, sink);
  if (with_equal) reporter.report_equal();
  if (setting.max_distance == 0) return;
  MaskPasses(setting, executor, [&](std::span<const KeyPair> pairs) {
    reporter.report(pairs);
  }).run(keys.keys(), keys.room(), permuted_masks, permuted_rule(keys.order(), rule));
}

namespace {

void join_all(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
              bool with_equal, Executor& executor, const PairSink& sink) {
  check_join_options(options);
  if (fingerprints.empty()) return;
  JoinMasks masks(options.max_distance);
  const std::vector<std::uint64_t> chosen =
      !options.masks.empty() ? options.masks
                             : masks.choose(varying_bits_of(fingerprints), fingerprints.size(),
                                            join_costs(options.max_distance));
  join_under_masks(fingerprints, chosen, {}, with_equal, options.wanted,
                   join_setting(options, masks), executor, sink);
}

}  // namespace

void join(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
          Executor& executor, const PairSink& sink) {
  join_all(fingerprints, options, true, executor, sink);
}

void join_different(std::span<const std::uint64_t> fingerprints, const JoinOptions& options,
                    Executor& executor, const PairSink& sink) {
  join_all(fingerprints, options, false, executor, sink);
}

}  // namespace facsim
