// SPDX-License-Identifier: Apache-2.0
#include "facsim/index/key_groups.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

using Visits = std::vector<std::pair<std::uint64_t, std::uint32_t>>;
using Entries = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

Visits visits_of(const Entries& entries, std::uint64_t groups_expected, std::size_t budget = 0) {
  MemoryScratch scratch;
  KeyGroups groups(scratch, budget);
  for (const auto& [key, page] : entries) groups.add(key, page);
  Visits visits;
  const std::uint64_t count = groups.for_each(
      [&](std::uint64_t group, std::uint32_t page) { visits.emplace_back(group, page); });
  EXPECT_EQ(count, groups_expected);
  return visits;
}

TEST(KeyGroups, NothingAndLonersMakeNoGroup) {
  EXPECT_EQ(visits_of({}, 0), Visits{});
  EXPECT_EQ(visits_of({{5, 1}}, 0), Visits{});
  EXPECT_EQ(visits_of({{5, 1}, {5, 1}, {5, 1}, {6, 1}}, 0), Visits{});
}

TEST(KeyGroups, AreNumberedByKeyAndPagesComeOnceAscending) {
  const std::uint64_t last = ~std::uint64_t{0};
  EXPECT_EQ(visits_of({{last, 9}, {last, 0}, {7, 4}, {0, 3}, {7, 2}, {0, 3}, {0, 1}, {8, 8}}, 3),
            (Visits{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 0}, {2, 9}}));
}

RC_GTEST_PROP(KeyGroups, AreWhatAMapOfSetsSays, ()) {
  const auto budget = *rc::gen::inRange<std::size_t>(0, 500'000);
  const auto count = *rc::gen::inRange<std::size_t>(0, 20'000);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto keys = *rc::gen::inRange<std::uint64_t>(1, 30'000);
  Entries entries;
  std::map<std::uint64_t, std::set<std::uint32_t>> truth;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t key = mix64(mix64(seed + i) % keys);
    const auto page = static_cast<std::uint32_t>(mix64(seed - i) % 50);
    entries.emplace_back(key, page);
    truth[key].insert(page);
  }
  Visits expected;
  std::uint64_t groups = 0;
  for (const auto& [key, pages] : truth) {
    if (pages.size() < 2) continue;
    for (const std::uint32_t page : pages) expected.emplace_back(groups, page);
    ++groups;
  }
  RC_ASSERT(visits_of(entries, groups, budget) == expected);
}

}  // namespace
}  // namespace facsim
