// SPDX-License-Identifier: Apache-2.0
// Keys to ordinals: bytes a pair, pairs built a second, and look-ups a second on one core of
// existing and missing keys, one by one or with the memory of several prefetched together. They are
// compared with a dependent random read of an equally large array.
//
//   facsim_micro_bench --benchmark_filter=key_table/          8 M random pairs

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/key_table.h"

namespace facsim {
namespace {

constexpr std::uint64_t kPairs = 8'000'000;
constexpr std::size_t kBuildBytes = std::size_t{1} << 30;
constexpr std::size_t kTogether = 32;

// Key i of the table; from kPairs on, keys that are not in it, except for a few of 32 bits.
std::uint64_t key_at(std::uint64_t i, unsigned bits) { return mix64(i + 1) >> (64 - bits); }

MemorySections built(unsigned bits) {
  MemoryScratch scratch;
  KeyTableBuilder builder(bits, scratch, kBuildBytes);
  for (std::uint64_t i = 0; i < kPairs; ++i) builder.add(key_at(i, bits), i);
  MemorySections sections;
  builder.finish(sections, "keys");
  return sections;
}

// Only the last requested width is retained.
const MemorySections& sections_of(unsigned bits) {
  static std::pair<unsigned, std::unique_ptr<MemorySections>> last;
  if (last.first != bits) last = {bits, std::make_unique<MemorySections>(built(bits))};
  return *last.second;
}

void count(benchmark::State& state, const char* name, std::uint64_t each) {
  state.counters[name] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(each),
                         benchmark::Counter::kIsRate);
}

void build(benchmark::State& state, unsigned bits) {
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) bytes = built(bits).bytes();
  count(state, "pairs/s", kPairs);
  state.counters["bytes/pair"] = static_cast<double>(bytes) / static_cast<double>(kPairs);
}

// `first` is 0 for existing keys, kPairs for missing ones.
void find(benchmark::State& state, unsigned bits, std::uint64_t first, std::size_t together) {
  const KeyTable table(sections_of(bits), "keys");
  std::vector<std::uint64_t> ordinals;
  std::vector<KeyTable::Sought> keys(together);
  std::uint64_t random = 1;
  for ([[maybe_unused]] auto _ : state) {
    for (KeyTable::Sought& key : keys) {
      random = mix64(random + 1);
      key = table.seek(key_at(first + random % kPairs, bits));
    }
    ordinals.clear();
    for (KeyTable::Sought& key : keys) table.locate(key);
    for (const KeyTable::Sought& key : keys) table.find(key, 0, ordinals);
    // The next keys depend on the answer.
    random += ordinals.size();
  }
  count(state, "finds/s", together);
}

void random_read(benchmark::State& state) {
  const std::vector<std::uint64_t> array(kPairs, 1);
  std::uint64_t random = 1;
  for ([[maybe_unused]] auto _ : state) random = mix64(random + array[random % kPairs]);
  benchmark::DoNotOptimize(random);
  count(state, "finds/s", 1);
}

[[maybe_unused]] const bool kRegistered = [] {
  benchmark::RegisterBenchmark("key_table/array/random_read", random_read);
  for (const unsigned bits : {32U, 40U, 64U}) {
    const std::string prefix = "key_table/" + std::to_string(bits);
    const auto add = [&](const char* what, auto run) {
      benchmark::RegisterBenchmark((prefix + what).c_str(), run);
    };
    add("/build", [bits](benchmark::State& state) { build(state, bits); });
    for (const std::size_t together : {std::size_t{1}, kTogether}) {
      const bool one = together == 1;
      add(one ? "/find/there" : "/find/there/together",
          [=](benchmark::State& state) { find(state, bits, 0, together); });
      add(one ? "/find/not_there" : "/find/not_there/together",
          [=](benchmark::State& state) { find(state, bits, kPairs, together); });
    }
  }
  return true;
}();

}  // namespace
}  // namespace facsim
