// SPDX-License-Identifier: Apache-2.0
// Cancellation stops building in memory, all close pairs, and a join with a folder.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <random>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/hamming_index.h"

namespace facsim {
namespace {

using for_test::code_of;

std::vector<Fingerprint> random_fingerprints(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Fingerprint> all(count);
  for (Fingerprint& each : all) each = Fingerprint{random()};
  return all;
}

TEST(HammingStop, AFlagThatIsSetStopsBeforeAnythingIsThere) {
  std::vector<Fingerprint> all = random_fingerprints(999);
  all.push_back(all.front());
  std::atomic<bool> stop = true;
  EXPECT_EQ(code_of([&] { MemoryHammingIndex(all, 3, 1, best_kernel(), &stop); }),
            ErrorCode::cancelled);
  int visited = 0;
  const auto count = [&visited](const HammingPair&) { ++visited; };
  EXPECT_EQ(code_of([&] { visit_close_pairs(all, 6, count, {}, &stop); }), ErrorCode::cancelled);
  EXPECT_EQ(visited, 0);
  stop = false;
  EXPECT_EQ(MemoryHammingIndex(all, 3, 1, best_kernel(), &stop).size(), 1000U);
  visit_close_pairs(all, 6, count, {}, &stop);
  EXPECT_GT(visited, 0) << "the flag is not set: all pairs";
}

TEST(HammingStop, AJoinWithAFolderStops) {
  const TempFolder temp(testing::TempDir());
  const std::vector<Fingerprint> all = random_fingerprints(500);
  std::atomic<bool> stop = false;
  HammingFolder index =
      HammingFolder::begin(temp.path() + "/idx", Recipe{}, 3, {.cancelled = &stop});
  std::vector<HammingEntry> entries;
  for (const Fingerprint each : all) entries.push_back({each, ""});
  index.add(entries);
  std::size_t visited = 0;
  const auto count = [&visited](std::uint64_t, const HammingHit&) { ++visited; };
  stop = true;
  EXPECT_EQ(code_of([&] { index.join(all, 3, count); }), ErrorCode::cancelled);
  stop = false;
  index.join(all, 3, count);
  EXPECT_GE(visited, all.size());
}

// Cancelled in the middle: some million fingerprints take seconds, and it must stop long before.
TEST(HammingStop, ComesInTheMiddleOfTheWork) {
  const std::vector<Fingerprint> all = random_fingerprints(3'000'000);
  const auto stopped = [](const auto& call) {
    std::atomic<bool> stop = false;
    std::chrono::steady_clock::time_point told;
    std::thread user([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      told = std::chrono::steady_clock::now();
      stop = true;
    });
    const std::optional<ErrorCode> code = code_of([&] { call(stop); });
    const auto ended = std::chrono::steady_clock::now();
    user.join();
    EXPECT_EQ(code, ErrorCode::cancelled);
    EXPECT_LT(ended - told, std::chrono::seconds(10));
  };
  stopped([&](const auto& stop) { MemoryHammingIndex(all, 6, 1, best_kernel(), &stop); });
  stopped(
      [&](const auto& stop) { visit_close_pairs(all, 12, [](const HammingPair&) {}, {}, &stop); });
}

// Equal fingerprints are paired one by one, after the parallel part of the join: of 5 billion pairs
// none is visited after the next check for cancellation.
TEST(HammingStop, ComesAmongThePairsOfEqualOnes) {
  const std::vector<Fingerprint> all(100'000, Fingerprint{7});
  std::atomic<bool> stop = false;
  std::uint64_t visited = 0;
  const auto count = [&](const HammingPair&) {
    if (++visited == 1000) stop = true;
  };
  EXPECT_EQ(code_of([&] { visit_close_pairs(all, 0, count, {}, &stop); }), ErrorCode::cancelled);
  EXPECT_LT(visited, 1'000'000U);
}

}  // namespace
}  // namespace facsim
