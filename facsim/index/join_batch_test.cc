// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/join_batch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "facsim/base/error.h"
#include "facsim/index/linear_scan.h"
#include "facsim/index/threads_for_test.h"

namespace facsim {
namespace {

using Prints = std::vector<std::uint64_t>;

// Old and new fingerprints of the same families: some equal, some of ten bits only, some crowded.
Prints related_prints(std::size_t count, int kind, std::uint64_t seed, const Prints& others) {
  std::mt19937_64 random(seed);
  Prints prints;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t print = random();
    if (!others.empty() && random() % 4 == 0) print = others[random() % others.size()];
    for (auto flips = random() % 8; flips > 0; --flips) print ^= std::uint64_t{1} << random() % 64;
    if (i > 0 && random() % 10 == 0) print = prints[random() % i];
    if (kind == 1) print &= 0x3ff;
    if (kind == 2 && random() % 4 != 0) print = 0xabcdef0000000000U | (print >> 46);
    prints.push_back(print);
  }
  return prints;
}

std::vector<BatchPair> batch_linearly(const Prints& fresh, const Prints& old, int max_distance) {
  std::vector<BatchPair> pairs;
  for (std::uint64_t i = 0; i < fresh.size(); ++i) {
    for (const NearEntry& entry : linear_scan(old, fresh[i], max_distance))
      pairs.push_back({i, entry.number, entry.distance});
  }
  return pairs;
}

// Probes in two chunks of different sizes.
std::vector<BatchPair> probed(const Prints& fresh, const Prints& old, const BatchOptions& options,
                              Executor& executor) {
  const BatchProbe batch(fresh, options, executor);
  std::vector<BatchPair> pairs;
  const auto sink = [&](std::span<const BatchPair> some) {
    pairs.insert(pairs.end(), some.begin(), some.end());
  };
  const std::span<const std::uint64_t> all(old);
  const std::size_t cut = old.size() / 3;
  batch.probe(all.first(cut), 0, executor, sink);
  batch.probe(all.subspan(cut), cut, executor, sink);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

RC_GTEST_PROP(BatchProbe, FindsWhatLinearScanFinds, (std::uint64_t seed)) {
  const int kind = *rc::gen::inRange(0, 3);
  const int max_distance = *rc::gen::inRange(0, 13);
  const Prints fresh = related_prints(*rc::gen::inRange<std::size_t>(0, 1'000), kind, seed, {});
  const Prints old =
      related_prints(*rc::gen::inRange<std::size_t>(0, 1'500), kind, seed + 1, fresh);
  const std::vector<BatchPair> wanted = batch_linearly(fresh, old, max_distance);
  SerialExecutor serial;
  ThreadExecutor threads(2);
  for (const std::string& name : kernel_names()) {
    BatchOptions options{.max_distance = max_distance, .kernel = kernel_named(name)};
    RC_ASSERT(probed(fresh, old, options, serial) == wanted);
    // Small enough for many parts, and for buckets with tables of their own.
    options.part_keys = 100;
    options.bucket_keys = 20;
    RC_ASSERT(probed(fresh, old, options, threads) == wanted);
    // Small enough that chunks are cut.
    options.pairs_max = 30;
    RC_ASSERT(probed(fresh, old, options, threads) == wanted);
  }
}

TEST(BatchProbe, OfNoneOrAgainstNoneFindsNothing) {
  SerialExecutor executor;
  EXPECT_TRUE(probed({}, {1, 2}, {}, executor).empty());
  EXPECT_TRUE(probed({1, 2}, {}, {}, executor).empty());
  EXPECT_EQ(probed({1}, {9, 1}, {}, executor), (std::vector<BatchPair>{{0, 0, 1}, {0, 1, 0}}));
}

TEST(BatchProbe, GivesEachRepeatItsPairs) {
  SerialExecutor executor;
  EXPECT_EQ(probed({7, 7}, {7, 100'000'000'000, 7}, {.max_distance = 0}, executor),
            (std::vector<BatchPair>{{0, 0, 0}, {0, 2, 0}, {1, 0, 0}, {1, 2, 0}}));
}

TEST(BatchProbe, RefusesDistancesThatNoMasksServe) {
  SerialExecutor executor;
  EXPECT_THROW(BatchProbe({}, {.max_distance = 13}, executor), Error);
  EXPECT_THROW(BatchProbe({}, {.max_distance = -1}, executor), Error);
}

TEST(BatchProbe, CutsAChunkDownToSingleFingerprints) {
  SerialExecutor executor;
  const Prints fresh = related_prints(300, 1, 1, {});
  const Prints old = related_prints(400, 1, 2, fresh);
  EXPECT_EQ(probed(fresh, old, {.max_distance = 2, .pairs_max = 0}, executor),
            batch_linearly(fresh, old, 2));
}

TEST(BatchProbe, SaysWhereItsTablesWouldBeTooLarge) {
  SerialExecutor executor;
  Prints uniform = related_prints(20'000, 0, 1, {});
  const std::uint64_t needed = BatchProbe::bytes_needed(uniform.size(), {});
  EXPECT_TRUE(BatchProbe::within(needed, uniform, {}, executor));
  EXPECT_FALSE(BatchProbe::within(needed / 8, uniform, {}, executor));
  for (std::uint64_t& print : uniform) print = 0xfedcba9876000000U | (print >> 40);
  EXPECT_FALSE(BatchProbe::within(needed, uniform, {}, executor)) << "they are crowded now";
  const auto probe = BatchProbe::within(needed * 100, uniform, {}, executor);
  ASSERT_TRUE(probe);
  std::size_t pairs = 0;
  probe->probe(std::span(uniform).first(10), 0, executor,
               [&](std::span<const BatchPair> some) { pairs += some.size(); });
  EXPECT_EQ(pairs, batch_linearly(uniform, {uniform.begin(), uniform.begin() + 10}, 3).size());
}

// Most new and old fingerprints fall into one bucket of the first tables.
TEST(BatchProbe, SplitsCrowdedBuckets) {
  std::mt19937_64 random(5);
  Prints fresh(60'000);
  for (std::uint64_t& print : fresh) print = 0xfedcba9800000000U | (random() >> 32);
  Prints old(60'000);
  for (std::uint64_t& print : old) print = 0xfedcba9800000000U | (random() >> 32);
  old[5] = fresh[40'000] ^ 0x8000000000000001U;
  SerialExecutor executor;
  const std::vector<BatchPair> pairs = probed(fresh, old, {}, executor);
  std::vector<BatchPair> of_sample;
  std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(of_sample),
               [](const BatchPair& pair) { return pair.old < 200; });
  std::vector<BatchPair> wanted = batch_linearly(fresh, Prints(old.begin(), old.begin() + 200), 3);
  EXPECT_TRUE(std::binary_search(of_sample.begin(), of_sample.end(), BatchPair{40'000, 5, 2}));
  EXPECT_EQ(of_sample, wanted);
}

}  // namespace
}  // namespace facsim
