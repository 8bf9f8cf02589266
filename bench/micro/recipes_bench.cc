// SPDX-License-Identifier: Apache-2.0
// Measures each recipe from UTF-8 to fingerprint: the fast implementation compared with the general
// one that checks it in tests, and with a pass that only classifies bytes. Real documents
// (FACSIM_DATA); bytes of text a second on one core.
//
//   FACSIM_DATA=... facsim_micro_bench --benchmark_filter=recipe
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "facsim/features/documents_for_test.h"
#include "facsim/features/shingles.h"
#include "facsim/features/units.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/page/fingerprinter.h"

namespace facsim {
namespace {

constexpr std::size_t kBytesMax = 20'000'000;
// The general implementation is slow; a part of the documents suffices to time it.
constexpr std::size_t kOneInTwenty = 20;

const std::vector<std::string>& texts_of(const std::string& set) {
  static std::map<std::string, std::vector<std::string>> cache;
  auto [at, is_new] = cache.try_emplace(set);
  if (is_new) at->second = real_documents(set, kBytesMax);
  return at->second;
}

template <class Step>
void run(benchmark::State& state, const std::string& set, std::size_t share, Step step) {
  const std::vector<std::string>& texts = texts_of(set);
  if (texts.empty()) {
    state.SkipWithError(("skipped: no data at " + data_name()).c_str());
    return;
  }
  std::int64_t bytes = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < texts.size(); i += share) {
      step(texts[i]);
      bytes += static_cast<std::int64_t>(texts[i].size());
    }
  }
  state.SetBytesProcessed(bytes);
}

void bench_recipe(benchmark::State& state, const std::string& set, const std::string& name) {
  const Recipe recipe = recipe_named(name);
  Fingerprinter fingerprinter(recipe, {});
  std::vector<std::uint64_t> words;
  run(state, set, 1, [&](const std::string& text) {
    if (recipe.units.kind == UnitKind::words) hash_units(text, 0, words);
    benchmark::DoNotOptimize(fingerprinter.of_text(text, words));
  });
}

void bench_general(benchmark::State& state, const std::string& set, const std::string& name) {
  Fingerprinter fingerprinter(recipe_named(name), {});
  run(state, set, kOneInTwenty, [&](const std::string& text) {
    benchmark::DoNotOptimize(fingerprinter.general(fingerprinter.features_of(text)));
  });
}

void bench_with_sketch(benchmark::State& state, const std::string& set) {
  Fingerprinter fingerprinter(Recipe{}, {});
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> shingles;
  std::vector<std::uint64_t> scratch;
  run(state, set, 1, [&](const std::string& text) {
    hash_units(text, 0, words);
    benchmark::DoNotOptimize(fingerprinter.of_text(text, words));
    shingle_set(words, Recipe{}.sketch.shingle_size, shingles, scratch);
    benchmark::DoNotOptimize(sketch_of(shingles));
  });
}

// Finds the bytes that are ASCII letters or digits, which every fingerprint needs.
void bench_classify(benchmark::State& state, const std::string& set) {
  run(state, set, 1, [](const std::string& text) {
    std::size_t count = 0;
    for (const char byte : text) {
      const unsigned c = static_cast<unsigned char>(byte) | 0x20U;
      count += (c - 'a' < 26U || c - '0' < 10U) ? 1 : 0;
    }
    benchmark::DoNotOptimize(count);
  });
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const std::string set : {"ota_terms", "tidb_zh"}) {
    const auto name = [&](const std::string& what) { return "recipe/" + set + "/" + what; };
    benchmark::RegisterBenchmark(name("classify").c_str(), bench_classify, set);
    for (const std::string recipe :
         {"balanced", "words", "bytes-4", "characters-4", "python-simhash"}) {
      benchmark::RegisterBenchmark(name(recipe).c_str(), bench_recipe, set, recipe);
      benchmark::RegisterBenchmark(name(recipe + "/general").c_str(), bench_general, set, recipe);
    }
    benchmark::RegisterBenchmark(name("balanced+sketch").c_str(), bench_with_sketch, set);
  }
  return true;
}();

}  // namespace
}  // namespace facsim
