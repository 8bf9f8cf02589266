// SPDX-License-Identifier: Apache-2.0
// Stored sorted tables: bits a key compared with the theoretical minimum, keys a second encoded and
// decoded on one core, and look-ups compared with a dependent random read of the same keys in a
// plain array. Keys are uniform, which is the hardest case, or uniform with a tenth of them equal.
//
//   facsim_micro_bench --benchmark_filter=codec/              1 M and 10 M keys
//   FACSIM_BENCH_KEYS=100000000 facsim_micro_bench ...        the given number of keys

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/index/codec/codec.h"
#include "facsim/index/codec/encode_for_test.h"

namespace facsim {
namespace {

using Keys = std::vector<std::uint64_t>;

constexpr std::size_t kBufferKeys = 8'192;

enum class Mixture { uniform, tenth_equal };

// Shared by several benchmarks; only the last requested size is retained.
struct Tables {
  std::size_t count = 0;
  Mixture mixture = Mixture::uniform;
  Keys keys;
  std::map<Codec, std::vector<std::byte>> bytes;
};

Tables& tables_of(std::size_t count, Mixture mixture) {
  static Tables tables;
  if (tables.count == count && tables.mixture == mixture) return tables;
  tables = Tables{count, mixture, Keys(count), {}};
  for (std::size_t i = 0; i < count; ++i) {
    const bool repeats = mixture == Mixture::tenth_equal && i % 10 == 0;
    tables.keys[i] = mix64(repeats ? 1 : i + 2);
  }
  std::sort(tables.keys.begin(), tables.keys.end());
  for (const Codec codec : {Codec::elias_fano, Codec::xor_huffman}) {
    tables.bytes[codec] = encode_sorted_keys(codec, tables.keys);
  }
  return tables;
}

void count_keys(benchmark::State& state, std::size_t each) {
  state.counters["keys/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(each),
                         benchmark::Counter::kIsRate);
}

void encode(benchmark::State& state, Codec codec, std::size_t count, Mixture mixture) {
  const Tables& tables = tables_of(count, mixture);
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    bytes = 0;
    SortedKeysBuilder builder(
        codec, [&bytes](std::span<const std::byte> piece) { bytes += piece.size(); });
    if (builder.needs_scan()) builder.scan(tables.keys);
    builder.add(tables.keys);
    builder.build();
  }
  count_keys(state, count);
  const double bits = 8.0 * static_cast<double>(bytes) / static_cast<double>(count);
  state.counters["bits/key"] = bits;
  // Equal keys are stored by their count, which costs next to nothing.
  const double distinct = static_cast<double>(count) * (mixture == Mixture::uniform ? 1 : .9);
  const double least =
      (64 - std::log2(distinct) + 1 / std::log(2.0)) * distinct / static_cast<double>(count);
  state.counters["over_limit"] = bits - least;
}

void decode(benchmark::State& state, Codec codec, std::size_t count, Mixture mixture) {
  const SortedKeys table = SortedKeys::open(tables_of(count, mixture).bytes[codec]);
  Keys buffer(kBufferKeys);
  for ([[maybe_unused]] auto _ : state) {
    KeyCursor cursor(table);
    while (cursor.read(buffer) > 0) benchmark::DoNotOptimize(buffer.data());
  }
  count_keys(state, count);
}

void verify(benchmark::State& state, Codec codec, std::size_t count, Mixture mixture) {
  const SortedKeys table = SortedKeys::open(tables_of(count, mixture).bytes[codec]);
  for ([[maybe_unused]] auto _ : state) table.verify();
  count_keys(state, count);
}

// Every look-up waits for the previous one.
void look_up(benchmark::State& state, Codec codec, std::size_t count, Mixture mixture) {
  const SortedKeys table = SortedKeys::open(tables_of(count, mixture).bytes[codec]);
  std::uint64_t key = 1;
  for ([[maybe_unused]] auto _ : state) key = mix64(key + (table.lower_bound(key) & 1U));
  benchmark::DoNotOptimize(key);
}

void random_read(benchmark::State& state, std::size_t count) {
  const Keys& keys = tables_of(count, Mixture::uniform).keys;
  std::uint64_t key = 1;
  for ([[maybe_unused]] auto _ : state) key = mix64(key + (keys[key % count] & 1U));
  benchmark::DoNotOptimize(key);
}

void binary_search(benchmark::State& state, std::size_t count) {
  const Keys& keys = tables_of(count, Mixture::uniform).keys;
  std::uint64_t key = 1;
  for ([[maybe_unused]] auto _ : state) {
    const auto found = std::lower_bound(keys.begin(), keys.end(), key);
    key = mix64(key + (static_cast<std::uint64_t>(found - keys.begin()) & 1U));
  }
  benchmark::DoNotOptimize(key);
}

void register_size(std::size_t count) {
  const std::string size = "/" + std::to_string(count);
  for (const auto& [mixture, mixture_name] :
       {std::pair{Mixture::uniform, "/uniform"}, std::pair{Mixture::tenth_equal, "/tenth_equal"}}) {
    for (const Codec codec : {Codec::elias_fano, Codec::xor_huffman}) {
      const std::string name = "codec/" + std::string(name_of(codec)) + mixture_name + size;
      const auto add = [&, one = codec, other = mixture](const char* what, auto* run) {
        benchmark::RegisterBenchmark(
            (name + what).c_str(), [=](benchmark::State& state) { run(state, one, count, other); });
      };
      add("/encode", &encode);
      add("/decode", &decode);
      add("/verify", &verify);
      add("/lower_bound", &look_up);
    }
  }
  for (const auto& [name, run] : {std::pair{"codec/array/random_read", &random_read},
                                  std::pair{"codec/array/lower_bound", &binary_search}}) {
    benchmark::RegisterBenchmark(
        (name + size).c_str(),
        [count, call = run](benchmark::State& state) { call(state, count); });
  }
}

[[maybe_unused]] const bool kRegistered = [] {
  register_size(1'000'000);
  register_size(10'000'000);
  const char* more = std::getenv("FACSIM_BENCH_KEYS");
  if (more != nullptr && std::atoll(more) > 0) {
    register_size(static_cast<std::size_t>(std::atoll(more)));
  }
  return true;
}();

}  // namespace
}  // namespace facsim
