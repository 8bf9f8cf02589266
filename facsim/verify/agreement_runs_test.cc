// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/agreement_runs.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

using Units = std::vector<std::uint64_t>;

constexpr std::uint32_t kLengthMin = 24;

Units text(std::size_t units, std::uint64_t vocabulary, std::uint64_t seed) {
  Units result;
  for (std::size_t i = 0; i < units; ++i) {
    result.push_back(mix64(1 + mix64(seed * 1'000'003 + i) % vocabulary));
  }
  return result;
}

Units joined(std::initializer_list<Units> parts) {
  Units result;
  for (const Units& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

std::uint64_t units_in(std::span<const Passage> runs) {
  std::uint64_t units = 0;
  for (const Passage& run : runs) units += run.length;
  return units;
}

// Checks the promises of the header, the last of them for all sequences of runs.
void check_promises_of_runs(const Units& a, const Units& b, std::span<const Passage> found) {
  std::vector<Passage> runs = {{}};
  runs.insert(runs.end(), found.begin(), found.end());
  runs.push_back({static_cast<std::uint32_t>(a.size()), static_cast<std::uint32_t>(b.size()), 0});
  const auto gap = [&](std::size_t i) {  // before run i
    return std::pair(runs[i].first_begin - runs[i - 1].first_begin - runs[i - 1].length,
                     runs[i].second_begin - runs[i - 1].second_begin - runs[i - 1].length);
  };
  for (std::size_t i = 1; i < runs.size(); ++i) {
    ASSERT_GE(runs[i].first_begin, runs[i - 1].first_begin + runs[i - 1].length);
    ASSERT_GE(runs[i].second_begin, runs[i - 1].second_begin + runs[i - 1].length);
  }
  for (std::size_t i = 1; i + 1 < runs.size(); ++i) {
    ASSERT_GE(runs[i].length, kLengthMin / 2);
    ASSERT_LE(runs[i].first_begin + runs[i].length, a.size());
    ASSERT_LE(runs[i].second_begin + runs[i].length, b.size());
    for (std::uint32_t k = 0; k < runs[i].length; ++k) {
      ASSERT_EQ(a[runs[i].first_begin + k], b[runs[i].second_begin + k]);
    }
    std::uint64_t weight = 0;
    for (std::size_t j = i; j + 1 < runs.size(); ++j) {
      weight += runs[j].length;
      const auto [first_gap, second_gap] = gap(i);
      const auto [first_next, second_next] = gap(j + 1);
      ASSERT_LE(std::max(std::min(first_gap, second_next), std::min(second_gap, first_next)),
                weight)
          << "runs " << i << " to " << j;
    }
  }
}

TEST(LongRuns, OfNothingAreNone) {
  LongRuns runs;
  const Units short_text = text(7, 1000, 1);
  EXPECT_TRUE(runs.find({}, {}, kLengthMin).empty());
  EXPECT_TRUE(runs.find(short_text, short_text, kLengthMin).empty());
  EXPECT_TRUE(runs.find(text(3000, 50'000, 1), text(3000, 50'000, 2), kLengthMin).empty());
}

TEST(LongRuns, CoverNearDuplicates) {
  LongRuns runs;
  const Units first = text(5000, 50'000, 1);
  Units second = first;
  for (std::size_t i = 100; i < second.size(); i += 200) second[i] = i;
  second.erase(second.begin() + 1230, second.begin() + 1400);
  const Units added = text(300, 50'000, 2);
  second.insert(second.begin() + 3333, added.begin(), added.end());
  const auto found = runs.find(first, second, kLengthMin);
  check_promises_of_runs(first, second, found);
  EXPECT_GE(units_in(found), 4700U) << "of 4805";
}

// A run that costs more than it gains: it excludes the sections around it, which have no long runs
// left.
TEST(LongRuns, LeaveOutWhatCostsMoreThanItBrings) {
  LongRuns runs;
  const Units section = text(500, 50'000, 1);
  const Units moved = text(100, 50'000, 2);
  Units edited = section;
  for (std::size_t i = 0; i < edited.size(); i += 10) edited[i] = i;
  EXPECT_TRUE(runs.find(joined({section, moved}), joined({moved, edited}), kLengthMin).empty());
  const Units longer = text(800, 50'000, 3);
  const auto found = runs.find(joined({section, longer}), joined({longer, edited}), kLengthMin);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (Passage{500, 0, 800}));
}

// Each run costs little, but all of them together exclude the better half of the pages.
TEST(LongRuns, LeaveOutSeveralThatCostMoreTogether) {
  LongRuns runs;
  const Units section = text(2000, 50'000, 1);
  Units edited = section;
  for (std::size_t i = 0; i < edited.size(); i += 10) edited[i] = i;
  const Units moved = text(1000, 50'000, 2);
  Units moved_edited = moved;
  for (std::size_t i = 50; i < moved.size(); i += 100) moved_edited[i] = i;
  const Units first = joined({moved, section});
  const Units second = joined({edited, moved_edited});
  EXPECT_TRUE(runs.find(first, second, kLengthMin).empty());
}

TEST(LongRuns, TakeTheHeaviestChain) {
  LongRuns runs;
  const Units a = text(300, 50'000, 1);
  const Units b = text(200, 50'000, 2);
  const Units c = text(250, 50'000, 3);
  const auto found = runs.find(joined({a, b, c}), joined({b, c, a}), kLengthMin);
  EXPECT_EQ(units_in(found), 450U) << "b and c, not the longest run";
}

// Half of all windows repeat, in both pages and in other orders.
RC_GTEST_PROP(LongRuns, KeepTheirPromises, ()) {
  static LongRuns runs;
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto vocabulary = *rc::gen::inRange<std::uint64_t>(1, 400);
  std::vector<Units> parts;
  for (std::uint64_t i = 0; i < 6; ++i) {
    parts.push_back(text(mix64(seed + i) % 250, vocabulary, seed % 1000 + i));
  }
  Units first;
  Units second;
  for (int i = 0; i < 12; ++i) {
    const Units& part = parts[*rc::gen::inRange<std::size_t>(0, parts.size())];
    if (*rc::gen::inRange(0, 4) > 0) first.insert(first.end(), part.begin(), part.end());
    if (*rc::gen::inRange(0, 4) > 0) second.insert(second.end(), part.begin(), part.end());
  }
  for (std::size_t i = mix64(seed) % 200; i < second.size(); i += 40 + mix64(seed + i) % 200) {
    second[i] = seed + i;
  }
  const auto found = runs.find(first, second, kLengthMin);
  check_promises_of_runs(first, second, found);
  RC_ASSERT(!testing::Test::HasFatalFailure());
}

// Pages designed to be expensive: every window is repeated, and many runs cross.
TEST(LongRuns, LargeRepetitivePagesTakeNoQuadraticTime) {
  LongRuns runs;
  const Units phrase = text(500, 1U << 30, 1);
  Units first;
  Units second;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    first.insert(first.end(), phrase.begin(), phrase.end());
    const Units part = text(100, 1U << 30, 2 + (i * 7919) % 1000);
    first.insert(first.end(), part.begin(), part.end());
    const Units other = text(100, 1U << 30, 2 + i);
    second.insert(second.end(), other.begin(), other.end());
    if (i == 500) second.insert(second.end(), phrase.begin(), phrase.end());
  }
  check_promises_of_runs(first, second, runs.find(first, second, kLengthMin));
  const Units same(300'000, 5);
  check_promises_of_runs(same, same, runs.find(same, same, kLengthMin));
}

}  // namespace
}  // namespace facsim
