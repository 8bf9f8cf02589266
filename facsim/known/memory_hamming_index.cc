// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <utility>

#include "facsim/base/memory_scratch.h"
#include "facsim/hamming_index.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/hamming_tables.h"
#include "facsim/index/ordered_join.h"
#include "facsim/index/planner.h"
#include "facsim/known/calibrate.h"
#include "facsim/known/own_change.h"
#include "facsim/known/plain_bits.h"
#include "facsim/run/run_scratch.h"
#include "facsim/run/thread_executor.h"

namespace facsim {
namespace {

// More than any machine has: spilling is useless without a folder.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

// Fingerprints, or pairs, between two checks for cancellation.
constexpr std::uint64_t kBetweenChecks = 65536;

MemorySections sections_of(std::span<const Fingerprint> fingerprints, int max_distance, int threads,
                           const std::function<void()>& check) {
  const PlanChoice choice =
      plan({.count = fingerprints.size(), .max_distance = max_distance}, usual_costs());
  MemoryScratch scratch;
  HammingIndexBuilder builder({.design = choice.pareto[choice.chosen].design,
                               .codec = {},
                               .memory_bytes = kNoLimit,
                               .expected = fingerprints.size(),
                               .check = check},
                              scratch);
  for (std::size_t i = 0; i < fingerprints.size(); ++i) {
    if (check && i % kBetweenChecks == 0) check();
    builder.add(bits_of(fingerprints[i]));
  }
  MemorySections sections;
  ThreadExecutor executor(threads);
  builder.build(sections, executor);
  return sections;
}

}  // namespace

struct MemoryHammingIndex::State {
  State(std::span<const Fingerprint> fingerprints, int distance, int threads, Kernel kernel,
        const std::function<void()>& check)
      : max_distance(distance),
        sections(sections_of(fingerprints, distance, threads, check)),
        index(sections, kernel) {}

  int max_distance;
  MemorySections sections;
  HammingIndex index;
};

MemoryHammingIndex::MemoryHammingIndex(std::span<const Fingerprint> fingerprints, int max_distance,
                                       int threads, Kernel kernel,
                                       const std::atomic<bool>* cancelled)
    : state_(std::make_unique<State>(fingerprints, max_distance, threads, kernel,
                                     stop_check(cancelled))) {}
MemoryHammingIndex::~MemoryHammingIndex() = default;
MemoryHammingIndex::MemoryHammingIndex(MemoryHammingIndex&& other) noexcept = default;
MemoryHammingIndex& MemoryHammingIndex::operator=(MemoryHammingIndex&& other) noexcept = default;

std::uint64_t MemoryHammingIndex::size() const noexcept { return state_->index.size(); }
int MemoryHammingIndex::max_distance() const noexcept { return state_->max_distance; }

std::vector<HammingNeighbour> MemoryHammingIndex::query(Fingerprint fingerprint,
                                                        const HammingQuestion& question) const {
  return std::move(query({&fingerprint, 1}, question).front());
}

std::vector<std::vector<HammingNeighbour>> MemoryHammingIndex::query(
    std::span<const Fingerprint> fingerprints, const HammingQuestion& question) const {
  std::vector<std::vector<HammingNeighbour>> answers(fingerprints.size());
  HammingSearch search(state_->index);
  search.find(
      plain_bits(fingerprints), search_options(question, state_->max_distance),
      [&](std::size_t query, std::span<const Neighbour> found, bool /*truncated*/) {
        answers[query].reserve(found.size());
        for (const Neighbour& neighbour : found) {
          answers[query].push_back({neighbour.ordinal, static_cast<int>(neighbour.distance)});
        }
      });
  return answers;
}

void visit_close_pairs(std::span<const Fingerprint> fingerprints, int max_distance,
                       const std::function<void(const HammingPair&)>& visit,
                       const RunLimits& limits, const std::atomic<bool>* cancelled) {
  RunScratch scratch(limits.tmp);
  OrderedJoinOptions options;
  options.max_distance = max_distance;
  options.memory_bytes = limits.tmp.empty() ? kNoLimit : limits.memory_bytes;
  options.kernel = limits.kernel;
  options.check = stop_check(cancelled);
  OrderedJoin join(options, scratch.get());
  join.add(plain_bits(fingerprints));
  ThreadExecutor executor(limits.threads);
  (void)join.run(executor, [&, pairs = std::uint64_t{0}](const ClosePair& pair) mutable {
    if (options.check && ++pairs % kBetweenChecks == 0) options.check();
    visit({.first = pair.first, .second = pair.second, .distance = pair.distance});
  });
}

}  // namespace facsim
