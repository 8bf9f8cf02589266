// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/calibrate.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/base/prefix_sort.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_search.h"
#include "facsim/index/hamming_tables.h"

namespace facsim {
namespace {

constexpr std::size_t kWords = (std::size_t{256} << 20) / sizeof(std::uint64_t);
constexpr std::size_t kLineWords = 8;
constexpr int kTurns = 5;  // the best counts

// Memory in huge pages, if the system grants them, like tables that are loaded. The first word of
// each line is random.
class HugeWords {
 public:
  HugeWords() {
    void* const memory = ::mmap(nullptr, kWords * sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    (void)::madvise(memory, kWords * sizeof(std::uint64_t), MADV_HUGEPAGE);
    words_ = static_cast<std::uint64_t*>(memory);
    for (std::size_t i = 0; i < kWords; i += kLineWords) words_[i] = mix64(i);
  }
  ~HugeWords() { ::munmap(words_, kWords * sizeof(std::uint64_t)); }
  HugeWords(const HugeWords&) = delete;
  HugeWords& operator=(const HugeWords&) = delete;
  [[nodiscard]] std::span<std::uint64_t> all() const { return {words_, kWords}; }

 private:
  std::uint64_t* words_;
};

// Returns the nanoseconds per step of the best turn.
template <class Turn>
double best_ns(double steps, int turns, const Turn& turn) {
  double best = 1e18;
  for (int i = 0; i < turns; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    turn();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / steps);
  }
  return best;
}

// Keeps the compiler from removing the computation of a value.
void use(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

ReadCost read_cost(std::span<const std::uint64_t> words) {
  constexpr std::size_t kWaits = 15'000;
  constexpr std::size_t kLines = 60'000;
  constexpr std::size_t kAhead = 60;
  ReadCost cost;
  cost.bytes = static_cast<double>(words.size_bytes());
  const std::size_t mask = words.size() - kLineWords;  // the first words of lines
  std::size_t at = 0;
  // not reset for each turn, or a turn could repeat the path of the one before
  std::size_t step = 0;
  cost.dependent_ns = best_ns(kWaits, kTurns, [&] {
    for (std::size_t i = 0; i < kWaits; ++i) at = (words[at] + kLineWords * ++step) & mask;
  });
  use(at);
  std::uint64_t state = 1;
  std::uint64_t sum = 0;
  std::vector<std::size_t> places(kAhead);
  cost.line_ns = best_ns(kLines, kTurns, [&] {
    for (std::size_t i = 0; i < kLines; i += kAhead) {
      for (std::size_t& place : places) {
        place = mix64(++state) & mask;
        __builtin_prefetch(&words[place]);
      }
      for (const std::size_t place : places) sum += words[place];
    }
  });
  use(sum);
  return cost;
}

// Measures reading on from a random place, as in a bucket of some lines: it costs less than as many
// random lines, and more than reading all of the memory in order.
double byte_cost(std::span<const std::uint64_t> words) {
  constexpr std::size_t kRuns = 4'000;
  constexpr std::size_t kAhead = 16;
  constexpr std::size_t kRunWords = 8 * kLineWords;
  const std::size_t mask = words.size() - kRunWords;
  std::uint64_t state = 1;
  std::uint64_t sum = 0;
  std::array<std::size_t, kAhead> places{};
  const double run_ns = best_ns(kRuns, kTurns, [&] {
    for (std::size_t i = 0; i < kRuns; i += kAhead) {
      for (std::size_t& place : places) {
        place = mix64(++state) & mask;
        for (std::size_t at = place; at < place + kRunWords; at += kLineWords) {
          __builtin_prefetch(&words[at]);
        }
      }
      for (const std::size_t place : places) {
        for (std::size_t at = place; at < place + kRunWords; at += kLineWords) sum += words[at];
      }
    }
  });
  use(sum);
  return run_ns / (kRunWords * sizeof(words[0]));
}

// An index that fits in the cache, and queries, half of them with a neighbour.
class SmallIndex {
 public:
  SmallIndex(const char* design, int bits) {
    MachineCosts nothing;
    nothing.reads = {{}};
    plan_ = price(narrowed(design_named(design, kDistance), bits), kFingerprints, nothing);
    MemoryScratch scratch;
    HammingIndexBuilder builder({.design = plan_.design}, scratch);
    for (std::uint64_t i = 0; i < kFingerprints; ++i) builder.add(mix64(i));
    SerialExecutor executor;
    builder.build(sections_, executor);
    index_ = std::make_unique<HammingIndex>(sections_);
    search_ = std::make_unique<HammingSearch>(*index_);
    for (std::uint64_t i = 0; i < kQueries; ++i) {
      const std::uint64_t number = mix64(~i);
      const std::uint64_t flip = std::uint64_t{1} << (i % 64);
      queries_.push_back(number % 2 == 0 ? number : mix64(number % kFingerprints) ^ flip);
    }
  }
  [[nodiscard]] double probes() const noexcept { return plan_.probes; }
  [[nodiscard]] double entries() const noexcept { return plan_.candidates; }
  // The nanoseconds per query of the best turn so far.
  [[nodiscard]] double best() const noexcept { return best_; }
  void turn() {
    best_ = std::min(best_, best_ns(kQueries, 1, [&] {
                       search_->find(queries_, {.max_distance = kDistance},
                                     [](std::size_t, std::span<const Neighbour> found, bool) {
                                       use(found.size());
                                     });
                     }));
  }

 private:
  static constexpr int kDistance = 3;
  static constexpr std::uint64_t kFingerprints = 4096;
  static constexpr std::uint64_t kQueries = 512;

  Plan plan_;
  MemorySections sections_;
  std::unique_ptr<HammingIndex> index_;
  std::unique_ptr<HammingSearch> search_;
  std::vector<std::uint64_t> queries_;
  double best_ = 1e18;
};

// Three designs with different numbers of probes and entries: three equations with three unknowns.
void add_query_costs(MachineCosts& costs) {
  constexpr int kQueryTurns = 25;
  SmallIndex few("blocks-0-0-0-0", 12);
  SmallIndex probing("blocks-1-1", 12);
  SmallIndex comparing("blocks-1-1", 5);
  for (int i = 0; i < kQueryTurns; ++i) {
    for (SmallIndex* const index : {&few, &probing, &comparing}) index->turn();
  }
  const auto less_few = [&](const SmallIndex& index) {
    return std::array{index.probes() - few.probes(), index.entries() - few.entries(),
                      index.best() - few.best()};
  };
  const auto [probes_a, entries_a, ns_a] = less_few(probing);
  const auto [probes_b, entries_b, ns_b] = less_few(comparing);
  const double determinant = probes_a * entries_b - probes_b * entries_a;
  costs.probe_ns = std::max((ns_a * entries_b - ns_b * entries_a) / determinant, 1.0);
  costs.compare_ns = std::max((probes_a * ns_b - probes_b * ns_a) / determinant, 0.02);
  costs.query_ns =
      std::max(few.best() - few.probes() * costs.probe_ns - few.entries() * costs.compare_ns, 1.0);
}

struct SortedWord {
  std::uint64_t word = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return word; }
  friend auto operator<=>(const SortedWord&, const SortedWord&) = default;
};

double sort_cost() {
  constexpr std::size_t kCount = std::size_t{1} << 17;
  std::vector<SortedWord> words(kCount);
  const double sort = best_ns(kCount, kTurns, [&] {
    for (std::size_t i = 0; i < kCount; ++i) words[i].word = mix64(i);
    sort_values(std::span(words));
  });
  // Splitting, moving and writing take about as long as sorting.
  return 2 * sort;
}

}  // namespace

MachineCosts usual_costs() {
  MachineCosts costs;
  costs.reads = {{256e3, 5, 2}, {16e6, 120, 6}, {256e6, 160, 9}, {2e9, 250, 12}};
  return costs;
}

MachineCosts calibrate() {
  MachineCosts costs = usual_costs();
  costs.reads.clear();
  const HugeWords memory;
  const std::span<const std::uint64_t> words = memory.all();
  for (const std::size_t power : {18U, 21U, 24U, 26U, 28U}) {
    costs.reads.push_back(read_cost(words.first((std::size_t{1} << power) / sizeof(words[0]))));
  }
  costs.byte_ns = byte_cost(words);
  add_query_costs(costs);
  costs.sort_ns = sort_cost();
  return costs;
}

MachineCosts calibrated_once() {
  static const MachineCosts costs = calibrate();
  return costs;
}

}  // namespace facsim
