// SPDX-License-Identifier: Apache-2.0
// Entries left out of answers; hamming_tables_test.cc compares the answers with a scan.
#include "facsim/index/hamming_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/linear_scan.h"

namespace facsim {
namespace {

TEST(HammingSearch, LeavesOutWhatItIsTold) {
  const std::vector<std::uint64_t> values(200, 7);
  MemoryScratch scratch;
  HammingIndexBuilder builder(
      {.design = fitted(design_named("paper-4", 3), 3), .memory_bytes = 1 << 24}, scratch);
  for (const std::uint64_t value : values) builder.add(value);
  MemorySections sections;
  SerialExecutor executor;
  builder.build(sections, executor);
  const HammingIndex index(sections);
  const std::vector<std::uint64_t> query = {7};
  // All of the first 64 except number 9; entries beyond the end of the bits are not left out.
  const std::vector<std::uint64_t> without = {~(1ULL << 9)};
  const auto ask = [&](std::uint64_t limit) {
    std::pair<std::vector<std::uint64_t>, bool> answer;
    HammingSearch(index).find(query, {.max_distance = 3, .limit = limit, .without = without},
                              [&](std::size_t, std::span<const Neighbour> found, bool truncated) {
                                for (const Neighbour& each : found) {
                                  answer.first.push_back(each.ordinal);
                                }
                                answer.second = truncated;
                              });
    return answer;
  };
  EXPECT_EQ(ask(2), std::pair(std::vector<std::uint64_t>({9, 64}), true));
  EXPECT_EQ(ask(0).first.size(), 137U);
  EXPECT_FALSE(ask(137).second);
  EXPECT_TRUE(ask(136).second);
}

// Hundreds of neighbours in hundreds of buckets: each is listed once, whichever table found it.
TEST(HammingSearch, FamiliesAreListedAsAScanListsThem) {
  std::mt19937_64 chance(3);
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> queries;
  for (int family = 0; family < 3; ++family) {
    const std::uint64_t base = chance();
    queries.push_back(base);
    queries.push_back(base ^ 5);
    for (int i = 0; i < 1'500; ++i) {
      std::uint64_t value = base;
      for (std::uint64_t flips = chance() % 5; flips > 0; --flips) {
        value ^= std::uint64_t{1} << chance() % 64;
      }
      values.push_back(value);
    }
  }
  for (const char* const name : {"cover-6x21", "paper-10", "blocks-1-1", "blocks-0-0-0-0"}) {
    MemoryScratch scratch;
    HammingIndexBuilder builder(
        {.design = fitted(design_named(name, 3), values.size()), .memory_bytes = 1 << 24}, scratch);
    for (const std::uint64_t value : values) builder.add(value);
    MemorySections sections;
    SerialExecutor executor;
    builder.build(sections, executor);
    const HammingIndex index(sections);
    for (int distance = 0; distance <= 3; ++distance) {
      HammingSearch(index).find(
          queries, {.max_distance = distance},
          [&](std::size_t query, std::span<const Neighbour> found, bool /*truncated*/) {
            std::vector<NearEntry> expected = linear_scan(values, queries[query], distance);
            std::ranges::sort(expected, {}, [](const NearEntry& entry) {
              return std::pair(entry.distance, entry.number);
            });
            ASSERT_EQ(found.size(), expected.size()) << name << ", distance " << distance;
            for (std::size_t i = 0; i < found.size(); ++i) {
              ASSERT_EQ(found[i].ordinal, expected[i].number) << name;
              ASSERT_EQ(int(found[i].distance), expected[i].distance) << name;
            }
            EXPECT_TRUE(distance < 3 || found.size() > 500);
          });
    }
  }
}

}  // namespace
}  // namespace facsim
