// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/spill_sort.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

struct Entry {
  std::uint64_t key = 0;
  std::uint32_t page = 0;
  std::uint32_t unused = 0;
  friend auto operator<=>(const Entry&, const Entry&) = default;
};

template <class T>
std::vector<T> drain(SpillSorter<T>& sorter) {
  std::vector<T> values;
  sorter.sort();
  for (T value; sorter.next(value);) values.push_back(value);
  T value;
  EXPECT_FALSE(sorter.next(value)) << "the end stays the end";
  return values;
}

template <class T>
std::vector<T> sorted_with(std::size_t budget, const std::vector<T>& values,
                           int* passes = nullptr) {
  MemoryScratch scratch;
  SpillSorter<T> sorter(scratch, budget);
  for (const T& value : values) sorter.add(value);
  EXPECT_EQ(sorter.size(), values.size());
  std::vector<T> result = drain(sorter);
  if (passes != nullptr) *passes = sorter.passes();
  return result;
}

TEST(SpillSorter, NothingInNothingOut) {
  EXPECT_TRUE(sorted_with<int>(0, {}).empty());
  EXPECT_EQ(sorted_with<int>(0, {3}), std::vector<int>({3}));
}

// Sizes of exactly one run, one value more, and so on, at which an end is easily lost.
TEST(SpillSorter, SizesAroundARun) {
  for (const std::size_t count : {4095UL, 4096UL, 4097UL, 8191UL, 8192UL, 8193UL, 12288UL}) {
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < count; ++i) values.push_back(mix64(i));
    std::vector<std::uint64_t> truth = values;
    std::sort(truth.begin(), truth.end());
    EXPECT_EQ(sorted_with(0, values), truth) << count;
  }
}

// From many passes (two runs at a time) to none.
TEST(SpillSorter, AnyBudgetGivesTheSameOrder) {
  std::vector<Entry> values;
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    values.push_back({mix64(i) % 5'000, static_cast<std::uint32_t>(mix64(i + 1)) % 100, 0});
  }
  std::vector<Entry> truth = values;
  std::sort(truth.begin(), truth.end());
  std::vector<int> passes;
  for (const std::size_t budget :
       {0UL, 1UL, 70'000UL, 200'000UL, 300'000UL, 1UL << 20, 2UL << 20, 16UL << 20}) {
    int count = -1;
    EXPECT_TRUE(sorted_with(budget, values, &count) == truth) << budget;
    passes.push_back(count);
  }
  EXPECT_GE(passes.front(), 6);
  EXPECT_EQ(passes.back(), 0);
  EXPECT_TRUE(std::is_sorted(passes.rbegin(), passes.rend())) << "more memory, fewer passes";
}

// Orders in which some runs are exhausted long before others.
TEST(SpillSorter, OrdersThatAreNotRandom) {
  std::vector<std::uint32_t> ascending;
  for (std::uint32_t i = 0; i < 50'000; ++i) ascending.push_back(i);
  const std::vector<std::uint32_t> descending(ascending.rbegin(), ascending.rend());
  const std::vector<std::uint32_t> same(50'000, 7);
  EXPECT_EQ(sorted_with(0, ascending), ascending);
  EXPECT_EQ(sorted_with(0, descending), ascending);
  EXPECT_EQ(sorted_with(0, same), same);
}

RC_GTEST_PROP(SpillSorter, IsStdSort, ()) {
  const auto budget = *rc::gen::inRange<std::size_t>(0, 1'000'000);
  const auto count = *rc::gen::inRange<std::size_t>(0, 60'000);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto range = *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
  std::vector<std::uint64_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = mix64(seed + i) % range;
  const std::vector<std::uint64_t> result = sorted_with(budget, values);
  std::sort(values.begin(), values.end());
  RC_ASSERT(result == values);
}

struct Prefixed : Entry {
  friend auto operator<=>(const Prefixed&, const Prefixed&) = default;
  [[nodiscard]] std::uint64_t sort_prefix() const { return key; }
};

// Prefixes that differ everywhere, in a few bytes, in the last bits only, or not at all.
RC_GTEST_PROP(SpillSorter, APrefixChangesNothing, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto count = *rc::gen::inRange<std::uint64_t>(0, 20'000);
  const auto kept_bits = *rc::gen::element<std::uint64_t>(~std::uint64_t{0}, 0xff00'00ff'0000'00ffU,
                                                          0xff00'0000'0000'0000U, 7U, 0U);
  std::vector<Entry> plain;
  std::vector<Prefixed> prefixed;
  for (std::uint64_t i = 0; i < count; ++i) {
    plain.push_back({mix64(seed + i) & kept_bits, static_cast<std::uint32_t>(mix64(i) % 1000), 0});
    prefixed.push_back({plain.back()});
  }
  const std::vector<Prefixed> result = sorted_with(100'000, prefixed);
  std::sort(plain.begin(), plain.end());
  RC_ASSERT(std::equal(result.begin(), result.end(), plain.begin(), plain.end(),
                       [](const Entry& a, const Entry& b) { return a == b; }));
}

// The buffers of one merge, including its output, stay within the budget.
TEST(MergePlan, SharesTheBudget) {
  for (std::size_t budget = 256 << 10; budget < std::size_t{1} << 32; budget = budget * 3 / 2) {
    for (const std::size_t runs : {1UL, 2UL, 3UL, 50UL, 1'000UL, 100'000UL}) {
      const MergePlan plan = plan_merge(budget, runs);
      const std::size_t merged = std::min(runs, plan.fan_in_max);
      EXPECT_GE(plan.fan_in_max, 2U);
      EXPECT_LE((merged + 1) * plan.block_bytes, budget);
      EXPECT_GE(plan.block_bytes, std::size_t{64} << 10);
    }
  }
}

}  // namespace
}  // namespace facsim
