// SPDX-License-Identifier: Apache-2.0
// What is left out of answers; hamming_index_test.cc holds the answers against a scan.
#include "facsim/index/hamming_search.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "facsim/base/memory_scratch.h"
#include "facsim/index/hamming_index_builder.h"

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
  // Of the first 64, all but number 9; those behind the end of the bits are not left out.
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

}  // namespace
}  // namespace facsim
