// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/calibrate.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/prefix_sort.h"

namespace facsim {
namespace {

constexpr std::size_t kWords = (std::size_t{256} << 20) / sizeof(std::uint64_t);
constexpr int kTurns = 3;  // the best counts

// Zeroed memory in huge pages, where the system grants them: as tables lie when they are loaded.
class HugeWords {
 public:
  HugeWords() {
    void* const memory = ::mmap(nullptr, kWords * sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    (void)::madvise(memory, kWords * sizeof(std::uint64_t), MADV_HUGEPAGE);
    words_ = static_cast<std::uint64_t*>(memory);
  }
  ~HugeWords() { ::munmap(words_, kWords * sizeof(std::uint64_t)); }
  HugeWords(const HugeWords&) = delete;
  HugeWords& operator=(const HugeWords&) = delete;
  [[nodiscard]] std::span<std::uint64_t> all() const { return {words_, kWords}; }

 private:
  std::uint64_t* words_;
};

// Nanoseconds a step of the best turn.
template <class Turn>
double best_ns(double steps, const Turn& turn) {
  double best = 1e18;
  for (int i = 0; i < kTurns; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    turn();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / steps);
  }
  return best;
}

// Keeps a result from being left out.
void use(std::uint64_t value) { asm volatile("" : : "r"(value) : "memory"); }

ReadCost read_cost(std::span<const std::uint64_t> words) {
  constexpr std::size_t kSteps = 100'000;
  constexpr std::size_t kAhead = 64;
  ReadCost cost;
  cost.bytes = static_cast<double>(words.size_bytes());
  const std::size_t mask = words.size() - 1;
  std::size_t at = 1;
  cost.dependent_ns = best_ns(kSteps, [&] {
    for (std::size_t i = 0; i < kSteps; ++i) at = (words[at] + i) & mask;
  });
  use(at);
  std::uint64_t state = 1;
  std::uint64_t sum = 0;
  std::vector<std::size_t> places(kAhead);
  cost.line_ns = best_ns(kSteps, [&] {
    for (std::size_t i = 0; i < kSteps; i += kAhead) {
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

struct SortedWord {
  std::uint64_t word = 0;
  [[nodiscard]] std::uint64_t sort_prefix() const noexcept { return word; }
  friend auto operator<=>(const SortedWord&, const SortedWord&) = default;
};

double sort_cost() {
  constexpr std::size_t kCount = std::size_t{1} << 19;
  std::vector<SortedWord> words(kCount);
  const double sort = best_ns(kCount, [&] {
    for (std::size_t i = 0; i < kCount; ++i) words[i].word = mix64(i);
    sort_values(std::span(words));
  });
  // Cutting up, moving and writing take about as long as sorting.
  return 2 * sort;
}

}  // namespace

MachineCosts usual_costs() {
  MachineCosts costs;
  costs.reads = {{1e6, 15, 2}, {16e6, 120, 6}, {256e6, 160, 9}, {2e9, 250, 12}};
  return costs;
}

MachineCosts calibrate() {
  MachineCosts costs = usual_costs();
  costs.reads.clear();
  const HugeWords memory;
  const std::span<std::uint64_t> words = memory.all();
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = mix64(i);
  for (const std::size_t bytes :
       {std::size_t{1} << 18, std::size_t{1} << 24, std::size_t{1} << 28}) {
    costs.reads.push_back(read_cost(words.first(bytes / sizeof(std::uint64_t))));
  }
  std::uint64_t sum = 0;
  constexpr std::size_t kRead = kWords / 4;
  const double word_ns = best_ns(kRead, [&] {
    for (const std::uint64_t word : words.first(kRead)) sum += word;
  });
  use(sum);
  costs.byte_ns = word_ns / sizeof(std::uint64_t);
  costs.sort_ns = sort_cost();
  return costs;
}

}  // namespace facsim
