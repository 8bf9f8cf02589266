// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/index/hamming_index_builder.h"
#include "facsim/index/hamming_tables.h"

namespace facsim {
namespace {

// The costs of an idle machine of 2022.
const MachineCosts kCosts = {
    .reads = {{1e6, 15, 2}, {16e6, 120, 6}, {256e6, 160, 8}, {2e9, 250, 11}},
    .byte_ns = 0.05,
    .compare_ns = 0.2,
    .probe_ns = 12,
    .sort_ns = 40};

TEST(Planner, PricesTheCoursesTenTablesAsTheyAre) {
  // Four of the ten keys have 28 bits and six have 24: 4 x 64 + 6 x 1,024 comparisons at 2^34.
  const Plan plan = price(design_named("course-10", 3), std::uint64_t{1} << 34, kCosts);
  EXPECT_DOUBLE_EQ(plan.candidates, 6'400);
  EXPECT_DOUBLE_EQ(plan.probes, 10);
  EXPECT_DOUBLE_EQ(price(design_named("paper-4", 3), std::uint64_t{1} << 34, kCosts).candidates,
                   4.0 * (1 << 18));
}

TEST(Planner, BytesAreThoseOfTheIndex) {
  constexpr std::uint64_t kCount = 50'000;
  for (const char* const name : {"cover-6x21", "blocks-1-1", "paper-10"}) {
    const Design design = fitted(design_named(name, 3), kCount);
    MemoryScratch scratch;
    MemorySections sections;
    HammingIndexBuilder builder({.design = design}, scratch);
    for (std::uint64_t i = 0; i < kCount; ++i) builder.add(i * 0x9e3779b97f4a7c15U);
    SerialExecutor executor;
    builder.build(sections, executor);
    EXPECT_NEAR(price(design, kCount, kCosts).bytes_a_fingerprint,
                static_cast<double>(sections.bytes()) / kCount, 0.1)
        << name;
  }
}

TEST(Planner, TimeIsWhatTheCostsSay) {
  // Only one memory size, so a line costs nothing beyond the cache: only probes and entries cost.
  const MachineCosts costs = {.reads = {{1, 100, 3}},
                              .byte_ns = 0.25,
                              .compare_ns = 1,
                              .probe_ns = 10,
                              .query_ns = 1000,
                              .passed_ns = 0};
  const Plan plan = price(design_named("paper-4", 3), std::uint64_t{1} << 20, costs);
  EXPECT_DOUBLE_EQ(plan.batched_us, 1 + 0.04 + 4 * 16 * (4 * 0.25 + 1) / 1e3);
  EXPECT_DOUBLE_EQ(plan.single_us, plan.batched_us + 0.2);
}

TEST(Planner, FlipsLeaveLessToPass) {
  // Bits that a probe flips reduce the number in which its suffix may differ.
  MachineCosts costs = {.reads = {{1, 0, 0}},
                        .byte_ns = 0,
                        .compare_ns = 0,
                        .probe_ns = 0,
                        .query_ns = 0,
                        .passed_ns = 1e3};
  const Plan exact = price(design_named("blocks-0-0-0-0", 3), std::uint64_t{1} << 32, costs);
  // 1 + 32 + 496 + 4,960 of 2^32 words have at most three ones.
  EXPECT_NEAR(exact.batched_us, exact.candidates * 5489 / 0x1p32, 1e-9);
  const Plan flipped = price(design_named("blocks-1-1", 3), std::uint64_t{1} << 32, costs);
  const double all_flipped = flipped.candidates * 529 / 0x1p32;
  EXPECT_GT(flipped.batched_us, all_flipped);
  EXPECT_LT(flipped.batched_us, all_flipped * 5489 / 529);
}

TEST(Planner, MoreMemoryIsNeverSlower) {
  double last = 1e9;
  for (const std::uint64_t bytes_each : {9U, 11U, 14U, 16U, 24U, 32U, 45U, 80U}) {
    const std::uint64_t count = 100'000'000;
    const PlanChoice choice =
        plan({.count = count, .max_distance = 3, .memory_bytes = bytes_each * count}, kCosts);
    const Plan& chosen = choice.pareto[choice.chosen];
    EXPECT_LE(chosen.bytes_a_fingerprint, static_cast<double>(bytes_each));
    EXPECT_LE(chosen.batched_us, last);
    EXPECT_TRUE(misses_nothing(chosen.design));
    last = chosen.batched_us;
  }
}

TEST(Planner, ChoosesAsMeasuredElsewhere) {
  // Ten million with much memory: covering masks. With little memory: two blocks with a flip each.
  const auto chosen = [](std::uint64_t count, std::uint64_t memory, int distance,
                         bool ordinals = true) {
    const PlanChoice choice = plan(
        {.count = count, .max_distance = distance, .memory_bytes = memory, .ordinals = ordinals},
        kCosts);
    return choice.pareto[choice.chosen].design;
  };
  EXPECT_THAT(chosen(10'000'000, 0, 3).name, testing::StartsWith("cover-"));
  EXPECT_EQ(chosen(100'000'000, 1'450'000'000, 3).name, "blocks-1-1");
  EXPECT_EQ(chosen(8'000'000'000, 96'000'000'000, 3, false).name, "blocks-1-1");
  EXPECT_EQ(chosen(8'000'000'000, 110'000'000'000, 3).name, "blocks-1-1");
  EXPECT_GE(chosen(8'000'000'000, 0, 3).tables.size(), 8U);
}

TEST(Planner, TheListHasNoRowThatAnotherBeats) {
  for (int distance = 0; distance <= kMaxMaskDistance; ++distance) {
    const PlanChoice choice = plan({.count = 3'000'000, .max_distance = distance}, kCosts);
    ASSERT_FALSE(choice.pareto.empty());
    EXPECT_EQ(choice.chosen, choice.pareto.size() - 1);
    for (std::size_t i = 1; i < choice.pareto.size(); ++i) {
      EXPECT_GT(choice.pareto[i].bytes_a_fingerprint, choice.pareto[i - 1].bytes_a_fingerprint);
      EXPECT_LT(choice.pareto[i].batched_us, choice.pareto[i - 1].batched_us);
    }
  }
}

TEST(Planner, NothingAndTooLittle) {
  for (const std::uint64_t count : {0U, 1U, 2U, 100U}) {
    EXPECT_FALSE(plan({.count = count, .max_distance = 3}, kCosts).reason.empty());
  }
  try {
    (void)plan({.count = 1'000'000'000, .max_distance = 3, .memory_bytes = 1'000'000'000}, kCosts);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), testing::HasSubstr("the smallest"));
  }
}

}  // namespace
}  // namespace facsim
