// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "facsim/base/memory_scratch.h"
#include "facsim/hamming_index.h"
#include "facsim/index/hamming_index.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/ordered_join.h"
#include "facsim/index/planner.h"
#include "facsim/run/run_scratch.h"
#include "facsim/run/thread_executor.h"
#include "facsim/seen/calibrate.h"
#include "facsim/seen/plain_bits.h"

namespace facsim {
namespace {

// More than there is: without a folder nothing is gained by spilling.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

MemorySections sections_of(std::span<const Fingerprint> fingerprints, int max_distance,
                           int threads) {
  const PlanChoice choice =
      plan({.count = fingerprints.size(), .max_distance = max_distance}, usual_costs());
  MemoryScratch scratch;
  HammingIndexBuilder builder({.design = choice.pareto[choice.chosen].design,
                               .codec = {},
                               .memory_bytes = kNoLimit,
                               .expected = fingerprints.size()},
                              scratch);
  for (const Fingerprint fingerprint : fingerprints) builder.add(bits_of(fingerprint));
  MemorySections sections;
  ThreadExecutor executor(threads);
  builder.build(sections, executor);
  return sections;
}

}  // namespace

struct MemoryHammingIndex::State {
  State(std::span<const Fingerprint> fingerprints, int distance, int threads, Kernel kernel)
      : max_distance(distance),
        sections(sections_of(fingerprints, distance, threads)),
        index(sections, kernel) {}

  int max_distance;
  MemorySections sections;
  HammingIndex index;
};

MemoryHammingIndex::MemoryHammingIndex(std::span<const Fingerprint> fingerprints, int max_distance,
                                       int threads, Kernel kernel)
    : state_(std::make_unique<State>(fingerprints, max_distance, threads, kernel)) {}
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
                       const RunLimits& limits) {
  RunScratch scratch(limits.tmp);
  OrderedJoinOptions options;
  options.max_distance = max_distance;
  options.memory_bytes = limits.tmp.empty() ? kNoLimit : limits.memory_bytes;
  options.kernel = limits.kernel;
  OrderedJoin join(options, scratch.get());
  join.add(plain_bits(fingerprints));
  ThreadExecutor executor(limits.threads);
  (void)join.run(executor, [&](const ClosePair& pair) {
    visit({.first = pair.first, .second = pair.second, .distance = pair.distance});
  });
}

}  // namespace facsim
