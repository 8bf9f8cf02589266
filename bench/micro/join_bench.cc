// SPDX-License-Identifier: Apache-2.0
// Partitions, sorts, joins and probes many fingerprints on one core: CPU time, ns a fingerprint,
// and the multiple of std::sort over the same fingerprints, measured in the same run.
//
//   facsim_micro_bench --benchmark_filter=join/
//   FACSIM_JOIN_COUNT=100000000 facsim_micro_bench --benchmark_filter=join/all_pairs/3
//
// Fingerprints are uniform. A tenth are planted near others, at up to the requested distance, and a
// hundredth of the old ones near new ones.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "facsim/index/bit_sliced.h"
#include "facsim/index/join.h"
#include "facsim/index/join_batch.h"
#include "facsim/index/partition.h"

namespace facsim {
namespace {

constexpr std::size_t kCount = 10'000'000;
constexpr std::size_t kBatch = 1'000'000;
constexpr std::size_t kChunk = 8'000'000;

std::size_t count_wanted() {
  const char* const text = std::getenv("FACSIM_JOIN_COUNT");
  return text == nullptr ? kCount : std::strtoull(text, nullptr, 10);
}

std::vector<std::uint64_t> fingerprints(std::size_t count, int max_distance,
                                        std::span<const std::uint64_t> others = {}) {
  std::mt19937_64 random(others.size() + 7);
  std::vector<std::uint64_t> prints(count);
  for (std::uint64_t& print : prints) print = random();
  for (std::size_t i = 0; i < count / (others.empty() ? 10 : 100); ++i) {
    std::uint64_t print =
        others.empty() ? prints[random() % count] : others[random() % others.size()];
    for (auto flips = random() % static_cast<unsigned>(max_distance + 1); flips > 0; --flips)
      print ^= std::uint64_t{1} << random() % 64;
    prints[random() % count] = print;
  }
  return prints;
}

double cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

// Each round is timed between two sorts of the same fingerprints. The smallest times count, since
// disturbances only add time.
class AgainstSort {
 public:
  AgainstSort(benchmark::State& state, std::span<const std::uint64_t> prints)
      : state_(state), prints_(prints) {}

  template <class Work>
  void round(const Work& work) {
    std::vector<std::uint64_t> sorted(prints_.begin(), prints_.end());
    const double begin = cpu_seconds();
    std::sort(sorted.begin(), sorted.end());
    const double between = cpu_seconds();
    work();
    const double end = cpu_seconds();
    sort_ = std::min(sort_, between - begin);
    work_ = std::min(work_, end - between);
    state_.SetIterationTime(end - between);
  }

  void finish() {
    state_.counters["s"] = work_;
    state_.counters["ns_each"] = work_ / static_cast<double>(prints_.size()) * 1e9;
    state_.counters["std_sorts"] = work_ / sort_;
  }

 private:
  benchmark::State& state_;
  const std::span<const std::uint64_t> prints_;
  double sort_ = std::numeric_limits<double>::infinity();
  double work_ = std::numeric_limits<double>::infinity();
};

void part(benchmark::State& state, Kernel kernel) {
  const std::vector<std::uint64_t> prints = fingerprints(count_wanted(), 3);
  std::vector<std::uint64_t> to(prints.size());
  SerialExecutor executor;
  AgainstSort timing(state, prints);
  for (auto _ : state) {
    timing.round([&] {
      benchmark::DoNotOptimize(partition_keys(prints, bit_order(0x00f0f00ff0000ff0U), 10, to,
                                              executor, {.kernel = kernel}));
    });
  }
  timing.finish();
}

void sort(benchmark::State& state, bool with_numbers) {
  const std::vector<std::uint64_t> prints = fingerprints(count_wanted(), 3);
  std::vector<std::uint64_t> keys(prints.size()), room(prints.size());
  std::vector<std::uint32_t> numbers(prints.size()), number_room(prints.size());
  SerialExecutor executor;
  AgainstSort timing(state, prints);
  for (auto _ : state) {
    keys = prints;
    timing.round([&] {
      if (with_numbers) {
        sort_keys(keys, std::span(numbers), room, std::span(number_room), executor);
      } else {
        sort_keys(keys, room, executor);
      }
    });
  }
  timing.finish();
}

void all_pairs(benchmark::State& state, int max_distance) {
  const std::vector<std::uint64_t> prints = fingerprints(count_wanted(), max_distance);
  SerialExecutor executor;
  AgainstSort timing(state, prints);
  std::size_t pairs = 0;
  for (auto _ : state) {
    timing.round([&] {
      pairs = 0;
      join(prints, {.max_distance = max_distance}, executor,
           [&](std::span<const ClosePair> some) { pairs += some.size(); });
    });
  }
  timing.finish();
  state.counters["pairs"] = static_cast<double>(pairs);
}

void batch(benchmark::State& state, std::size_t fresh_count) {
  const std::vector<std::uint64_t> fresh = fingerprints(fresh_count, 3);
  const std::vector<std::uint64_t> old = fingerprints(kChunk, 3, fresh);
  SerialExecutor executor;
  const BatchProbe probe(fresh, {}, executor);
  AgainstSort timing(state, old);
  std::size_t pairs = 0;
  for (auto _ : state) {
    timing.round([&] {
      pairs = 0;
      probe.probe(old, 0, executor, [&](std::span<const BatchPair> some) { pairs += some.size(); });
    });
  }
  timing.finish();
  state.counters["pairs"] = static_cast<double>(pairs);
}

void bit_sliced(benchmark::State& state, Kernel kernel) {
  const std::vector<std::uint64_t> prints = fingerprints(20'000, 3);
  const BitSliced sliced(prints, kernel);
  std::size_t found = 0;
  std::size_t query = 0;
  for (auto _ : state) {
    sliced.scan(prints[query++ % prints.size()], 3, [&](std::size_t, int) { ++found; });
  }
  benchmark::DoNotOptimize(found);
  state.counters["pairs_per_s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(prints.size()),
      benchmark::Counter::kIsRate);
}

template <class Function, class... Arguments>
void add(const std::string& name, Function function, Arguments... arguments) {
  benchmark::RegisterBenchmark(("join/" + name).c_str(), function, arguments...)
      ->UseManualTime()
      ->Iterations(5)
      ->Unit(benchmark::kMillisecond);
}

void add_benchmarks() {
  for (const std::string& kernel : kernel_names()) {
    add("part/" + kernel, part, kernel_named(kernel));
    benchmark::RegisterBenchmark(("join/bit_sliced/" + kernel).c_str(), bit_sliced,
                                 kernel_named(kernel));
  }
  add("sort", sort, false);
  add("sort with numbers", sort, true);
  for (const int k : {3, 6}) add("all_pairs/" + std::to_string(k), all_pairs, k);
  add("batch/1M against 8M", batch, kBatch);
  add("batch/4M against 8M", batch, 4 * kBatch);
}

const bool kAdded = (add_benchmarks(), true);

}  // namespace
}  // namespace facsim
