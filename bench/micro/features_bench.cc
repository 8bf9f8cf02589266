// SPDX-License-Identifier: Apache-2.0
// Measures each step from text to fingerprint in bytes of text a second on one core, on real
// documents (FACSIM_DATA). Fast steps are compared with the slow twins that check them in tests.
//
//   FACSIM_DATA=... features_bench --benchmark_filter=ota_terms

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "facsim/features/bare_characters.h"
#include "facsim/features/bare_characters_internal.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/features/shingles.h"
#include "facsim/features/text_digest.h"
#include "facsim/features/units.h"
#include "facsim/features/weights.h"
#include "facsim/features/windows.h"
#include "facsim/fingerprint/simhash.h"
#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

constexpr std::size_t kBytesMax = 20'000'000;
constexpr std::uint32_t kShingleSize = 5;

// The results that the steps pass on, for one document.
struct Worked {
  std::string text;
  std::vector<std::uint64_t> units;
  std::vector<std::uint64_t> shingles;
  std::vector<Feature> features;
};

const std::vector<Worked>& documents_of(const std::string& set) {
  static std::map<std::string, std::vector<Worked>> cache;
  auto [at, is_new] = cache.try_emplace(set);
  if (!is_new) return at->second;
  FeatureCounter counter;
  std::vector<std::uint64_t> scratch;
  for (std::string& text : real_documents(set, kBytesMax)) {
    Worked& worked = at->second.emplace_back();
    worked.text = std::move(text);
    hash_units(worked.text, 0, worked.units);
    shingle_set(worked.units, kShingleSize, worked.shingles, scratch);
    const std::span<const Feature> features = counter.singles_and_pairs(worked.units);
    worked.features.assign(features.begin(), features.end());
  }
  return at->second;
}

// Runs `step` on every `share`-th document of the set; slow twins would need minutes for all.
void run(benchmark::State& state, const std::string& set, std::size_t share,
         const std::function<void(const Worked&)>& step) {
  const std::vector<Worked>& documents = documents_of(set);
  if (documents.empty()) {
    state.SkipWithError(("skipped: no data at " + data_name()).c_str());
    return;
  }
  std::int64_t bytes = 0;
  std::int64_t units = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < documents.size(); i += share) {
      step(documents[i]);
      bytes += static_cast<std::int64_t>(documents[i].text.size());
      units += static_cast<std::int64_t>(documents[i].units.size());
    }
  }
  state.SetBytesProcessed(bytes);
  state.SetItemsProcessed(units);
}

constexpr std::size_t kAll = 1;
constexpr std::size_t kOneInTen = 10;

void bench_hash_units(benchmark::State& state, const std::string& set) {
  std::vector<std::uint64_t> hashes;
  run(state, set, kAll, [&](const Worked& document) {
    hash_units(document.text, 0, hashes);
    benchmark::DoNotOptimize(hashes.data());
  });
}

void bench_count_characters(benchmark::State& state, const std::string& set) {
  run(state, set, kAll,
      [](const Worked& document) { benchmark::DoNotOptimize(count_characters(document.text)); });
}

void bench_count_characters_plain(benchmark::State& state, const std::string& set) {
  run(state, set, kAll, [](const Worked& document) {
    benchmark::DoNotOptimize(count_characters_plain(document.text));
  });
}

void bench_hash_bare_characters(benchmark::State& state, const std::string& set) {
  std::vector<std::uint64_t> hashes;
  run(state, set, kAll, [&](const Worked& document) {
    hash_bare_characters(document.text, 0, hashes);
    benchmark::DoNotOptimize(hashes.data());
  });
}

void bench_split_units_twin(benchmark::State& state, const std::string& set) {
  run(state, set, kOneInTen,
      [](const Worked& document) { benchmark::DoNotOptimize(split_units(document.text).data()); });
}

void bench_fold_to_utf16(benchmark::State& state, const std::string& set) {
  std::u16string units;
  run(state, set, kAll, [&](const Worked& document) {
    benchmark::DoNotOptimize(fold_to_utf16(document.text, Folding::nfkc, units));
  });
}

void bench_fold_twin(benchmark::State& state, const std::string& set) {
  run(state, set, kOneInTen, [](const Worked& document) {
    benchmark::DoNotOptimize(folded_characters(document.text, Folding::nfkc).data());
  });
}

void bench_text_digest(benchmark::State& state, const std::string& set) {
  std::string scratch;
  run(state, set, kAll, [&](const Worked& document) {
    benchmark::DoNotOptimize(text_digest(document.text, scratch));
  });
}

void bench_shingle_set(benchmark::State& state, const std::string& set) {
  std::vector<std::uint64_t> shingles;
  std::vector<std::uint64_t> scratch;
  run(state, set, kAll, [&](const Worked& document) {
    shingle_set(document.units, kShingleSize, shingles, scratch);
    benchmark::DoNotOptimize(shingles.data());
  });
}

void bench_shingle_set_twin(benchmark::State& state, const std::string& set) {
  std::vector<std::uint64_t> shingles;
  run(state, set, kAll, [&](const Worked& document) {
    const std::vector<std::uint64_t>& units = document.units;
    const std::size_t size = std::min<std::size_t>(kShingleSize, units.size());
    shingles.clear();
    for (std::size_t i = 0; size > 0 && i + size <= units.size(); ++i) {
      std::uint64_t sum = 0;
      for (std::size_t j = 0; j < size; ++j) sum = sum * kShingleBase + units[i + j];
      shingles.push_back(mix64(sum));
    }
    std::sort(shingles.begin(), shingles.end());
    shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
    benchmark::DoNotOptimize(shingles.data());
  });
}

void bench_singles_and_pairs(benchmark::State& state, const std::string& set) {
  FeatureCounter counter;
  run(state, set, kAll, [&](const Worked& document) {
    benchmark::DoNotOptimize(counter.singles_and_pairs(document.units).data());
  });
}

void bench_singles_and_pairs_twin(benchmark::State& state, const std::string& set) {
  run(state, set, kOneInTen, [](const Worked& document) {
    std::map<std::uint64_t, std::uint32_t> counts;
    for (std::size_t i = 0; i < document.units.size(); ++i) {
      ++counts[document.units[i]];
      if (i > 0) ++counts[pair_hash(document.units[i - 1], document.units[i])];
    }
    benchmark::DoNotOptimize(counts.size());
  });
}

void bench_simhash(benchmark::State& state, const std::string& set) {
  run(state, set, kAll,
      [](const Worked& document) { benchmark::DoNotOptimize(simhash(document.features)); });
}

void bench_simhash_twin(benchmark::State& state, const std::string& set) {
  run(state, set, kOneInTen, [](const Worked& document) {
    std::array<std::int64_t, 64> votes{};
    for (const Feature& feature : document.features) {
      for (unsigned bit = 0; bit < 64; ++bit) {
        votes[bit] += ((feature.hash >> bit) & 1U) != 0 ? feature.weight : -feature.weight;
      }
    }
    benchmark::DoNotOptimize(votes.data());
  });
}

void bench_sketch_of(benchmark::State& state, const std::string& set) {
  run(state, set, kAll,
      [](const Worked& document) { benchmark::DoNotOptimize(sketch_of(document.shingles)); });
}

void bench_all_steps(benchmark::State& state, const std::string& set) {
  FeatureCounter counter;
  Worked work;
  std::vector<std::uint64_t> scratch;
  std::string text_scratch;
  run(state, set, kAll, [&](const Worked& document) {
    benchmark::DoNotOptimize(text_digest(document.text, text_scratch));
    hash_units(document.text, 0, work.units);
    benchmark::DoNotOptimize(simhash(counter.singles_and_pairs(work.units)));
    shingle_set(work.units, kShingleSize, work.shingles, scratch);
    benchmark::DoNotOptimize(sketch_of(work.shingles));
  });
}

void add_benchmarks() {
  using Bench = void (*)(benchmark::State&, const std::string&);
  const std::vector<std::pair<const char*, Bench>> benches = {
      {"hash_units", bench_hash_units},
      {"split_units (twin)", bench_split_units_twin},
      {"count_characters", bench_count_characters},
      {"count_characters (plain)", bench_count_characters_plain},
      {"hash_bare_characters", bench_hash_bare_characters},
      {"fold_to_utf16", bench_fold_to_utf16},
      {"fold_to_utf16 (twin)", bench_fold_twin},
      {"text_digest", bench_text_digest},
      {"shingle_set", bench_shingle_set},
      {"shingle_set (twin)", bench_shingle_set_twin},
      {"singles_and_pairs", bench_singles_and_pairs},
      {"singles_and_pairs (twin)", bench_singles_and_pairs_twin},
      {"simhash", bench_simhash},
      {"simhash (twin)", bench_simhash_twin},
      {"sketch_of", bench_sketch_of},
      {"all steps", bench_all_steps},
  };
  for (const char* set : {"ota_terms", "tidb_zh"}) {
    for (const auto& [name, bench] : benches) {
      benchmark::RegisterBenchmark((std::string(set) + "/" + name).c_str(), bench, set)
          ->Unit(benchmark::kMillisecond);
    }
  }
}

const bool kAdded = (add_benchmarks(), true);

}  // namespace
}  // namespace facsim
