// SPDX-License-Identifier: Apache-2.0
// Measures agreement for two pages of 1,000 and of 10,000 units of which a share was edited, unit
// by unit, and for near-duplicates among real documents (FACSIM_DATA). The yardstick is the
// comparison of the exact shingle sets of both. The ratio may be 3 at most, and 0.5 for real
// near-duplicates.
//
//   FACSIM_DATA=... facsim_micro_bench --benchmark_filter='agreement|shingle_sets'

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/features/shingles.h"
#include "facsim/verify/agreement.h"

namespace facsim {
namespace {

using Units = std::vector<std::uint64_t>;

constexpr std::uint32_t kShingleSize = 5;
constexpr std::uint64_t kVocabulary = 20'000;
// Enough pairs in turn that the processor does not learn the branches of a single one.
constexpr std::size_t kUnitsInAll = 200'000;
constexpr std::size_t kRealBytes = 60'000'000;

// Words of a language: a few are frequent, most are rare.
std::uint64_t word(std::uint64_t& state) {
  const double uniform = static_cast<double>(mix64(++state) >> 11U) * 0x1p-53;
  return static_cast<std::uint64_t>(std::pow(uniform, 3) * static_cast<double>(kVocabulary));
}

std::vector<std::pair<Units, Units>> pairs_of(std::size_t units, std::uint64_t edited_percent) {
  std::vector<std::pair<Units, Units>> pairs(kUnitsInAll / units);
  std::uint64_t state = 0;
  for (auto& [first, second] : pairs) {
    for (std::size_t i = 0; i < units; ++i) first.push_back(mix64(word(state)));
    second = first;
    for (std::uint64_t& unit : second) {
      if (mix64(++state) % 100 >= edited_percent) continue;
      // If all is edited, it is another page in the same language.
      unit = mix64(word(state) + (edited_percent == 100 ? 0 : kVocabulary));
    }
  }
  return pairs;
}

using Pairs = std::vector<std::pair<Units, Units>>;

// Reports the pages' units a second.
void count_units(benchmark::State& state, const Pairs& pairs) {
  std::size_t units = 0;
  for (const auto& [first, second] : pairs) units += first.size() + second.size();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(units));
}

void measure_agreement(benchmark::State& state, const Pairs& pairs) {
  AgreementMeter meter;
  for (auto _ : state) {
    for (const auto& [first, second] : pairs) {
      benchmark::DoNotOptimize(meter.share(first, second));
    }
  }
  count_units(state, pairs);
}

void measure_shingle_sets(benchmark::State& state, const Pairs& pairs) {
  Units set;
  Units scratch;
  for (auto _ : state) {
    for (const auto& [first, second] : pairs) {
      shingle_set(first, kShingleSize, set, scratch);
      benchmark::DoNotOptimize(set.data());
      shingle_set(second, kShingleSize, set, scratch);
      benchmark::DoNotOptimize(set.data());
    }
  }
  count_units(state, pairs);
}

void bench_agreement(benchmark::State& state) {
  measure_agreement(state, pairs_of(static_cast<std::size_t>(state.range(0)),
                                    static_cast<std::uint64_t>(state.range(1))));
}

void bench_shingle_sets(benchmark::State& state) {
  measure_shingle_sets(state, pairs_of(static_cast<std::size_t>(state.range(0)),
                                       static_cast<std::uint64_t>(state.range(1))));
}

using Measure = void (*)(benchmark::State&, const Pairs&);

void bench_real(benchmark::State& state, const char* set, Measure measure) {
  const Pairs pairs = real_pairs(set, kRealBytes);
  if (pairs.empty()) {
    const std::string message = "skipped: no data at " + data_name();
    state.SkipWithError(message.c_str());
    return;
  }
  measure(state, pairs);
}

// The units of a page, and the percentage of edited ones.
void sizes_and_edits(benchmark::internal::Benchmark* bench) {
  bench->ArgsProduct({{1'000, 10'000}, {0, 1, 5, 20, 40, 60, 100}});
}

BENCHMARK(bench_shingle_sets)->Name("shingle_sets")->ArgsProduct({{1'000, 10'000}, {20}});
BENCHMARK(bench_agreement)->Name("agreement")->Apply(sizes_and_edits);
BENCHMARK_CAPTURE(bench_real, ota_terms, "ota_terms", measure_shingle_sets)
    ->Name("shingle_sets/ota_terms");
BENCHMARK_CAPTURE(bench_real, ota_terms, "ota_terms", measure_agreement)
    ->Name("agreement/ota_terms");
BENCHMARK_CAPTURE(bench_real, tidb_zh, "tidb_zh", measure_shingle_sets)
    ->Name("shingle_sets/tidb_zh");
BENCHMARK_CAPTURE(bench_real, tidb_zh, "tidb_zh", measure_agreement)->Name("agreement/tidb_zh");

}  // namespace
}  // namespace facsim
