// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/ordered_join.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "facsim/base/checking_executor.h"

namespace facsim {
namespace {

constexpr std::uint64_t kPairsAtOnceLeast = std::uint64_t{1} << 25;
// A pair of different fingerprints takes some 64 bytes of scratch: together twice the memory.
constexpr std::uint64_t kMemoryAPair = 32;

// Thrown out of the join if a pass finds more pairs than it may hold.
struct PassIsTooLarge {};

JoinOptions join_options(const OrderedJoinOptions& options) {
  return {.max_distance = options.max_distance,
          .wanted = PairsWanted::leaders,
          .memory_bytes_max = static_cast<std::size_t>(options.memory_bytes / 8 * 5),
          .kernel = options.kernel};
}

}  // namespace

OrderedJoin::OrderedJoin(const OrderedJoinOptions& options, Scratch& scratch)
    : options_(options),
      scratch_(scratch),
      join_(join_options(options), scratch),
      stars_(scratch, static_cast<std::size_t>(options.memory_bytes / 16)) {
  if (options_.pairs_at_once > 0) return;
  options_.pairs_at_once = std::max(kPairsAtOnceLeast, options.memory_bytes / kMemoryAPair);
}

OrderedJoin::Outcome OrderedJoin::run(Executor& threads, const OrderedPairs::Visit& visit) {
  CheckingExecutor executor(threads, options_.check);
  const auto memory = static_cast<std::size_t>(options_.memory_bytes / 16 * 5);
  auto pairs = std::make_unique<OrderedPairs>(scratch_, memory);
  std::uint64_t found = 0;  // of different fingerprints
  join_.run(executor, [&](std::span<const ClosePair> some) {
    for (const ClosePair& pair : some) {
      if (pair.distance == 0) stars_.push_back({pair.first, pair.second});
      if (pair.distance > 0) ++found;
      if (pair.distance == 0 || found <= options_.pairs_at_once) pairs->add(pair);
    }
  });
  if (found > options_.pairs_at_once) {
    pairs.reset();
    return run_in_passes(executor, found, visit);
  }
  pairs->finish(options_.check);
  tell_crowds(*pairs);
  return {.truncated = pairs->for_each(options_.limit, visit), .passes = 1};
}

void OrderedJoin::tell_crowds(const OrderedPairs& pairs) const {
  if (!options_.on_crowds) return;
  const OrderedPairs::Crowds crowds = pairs.crowds(options_.crowd_entries, options_.crowds_most);
  if (!crowds.largest.empty()) options_.on_crowds(crowds);
}

// The leaders whose groups have entries in the range, and the entries of the range themselves.
std::vector<bool> OrderedJoin::leaders_of(Range range) const {
  std::vector<bool> leaders(join_.size());
  std::fill(leaders.begin() + static_cast<std::ptrdiff_t>(range.begin),
            leaders.begin() + static_cast<std::ptrdiff_t>(range.end), true);
  for (std::uint64_t i = 0; i < stars_.size(); ++i) {
    const Star star = stars_.at(i);
    if (range.begin <= star.member && star.member < range.end) leaders[star.leader] = true;
  }
  return leaders;
}

// Each pass takes a range of entries whose pairs fit; a range with too many pairs is halved. A
// single entry always fits, because it is near each fingerprint once.
OrderedJoin::Outcome OrderedJoin::run_in_passes(Executor& executor, std::uint64_t pairs_of_all,
                                                const OrderedPairs::Visit& visit) {
  const auto memory = static_cast<std::size_t>(options_.memory_bytes / 16 * 5);
  Outcome outcome;
  bool told = false;
  std::uint64_t step =
      std::max<std::uint64_t>(1, size() / (pairs_of_all / options_.pairs_at_once + 1));
  for (Range range; range.begin < size();) {
    range.end = range.begin + std::min(step, size() - range.begin);
    const std::vector<bool> wanted = leaders_of(range);
    OrderedPairs pairs(scratch_, memory);
    for (std::uint64_t i = 0; i < stars_.size(); ++i) {
      const Star star = stars_.at(i);
      const ClosePair pair{star.leader, star.member, 0};
      pairs.add(pair);
    }
    std::uint64_t found = 0;
    ++outcome.passes;
    try {
      join_.run_again(executor, [&](std::span<const ClosePair> some) {
        for (const ClosePair& pair : some) {
          if (!wanted[pair.first] && !wanted[pair.second]) continue;
          if (++found > options_.pairs_at_once && step > 1) throw PassIsTooLarge{};
          pairs.add(pair);
        }
      });
    } catch (const PassIsTooLarge&) {
      step /= 2;
      continue;
    }
    pairs.finish(options_.check);
    if (!told) tell_crowds(pairs);
    told = true;
    outcome.truncated += pairs.for_each(options_.limit, visit, range.begin, range.end);
    range.begin = range.end;
  }
  return outcome;
}

}  // namespace facsim
