// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/memtable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "facsim/known/page_answerer.h"
#include "facsim/known/page_index_for_test.h"

namespace facsim {
namespace {

using for_test::family_pages;

std::vector<std::uint64_t> rows_of(const std::vector<const Memtable::Entry*>& found) {
  std::vector<std::uint64_t> rows;
  for (const Memtable::Entry* entry : found) rows.push_back(entry->row);
  return rows;
}

class MemtableTest : public testing::TestWithParam<int> {
 protected:
  MemtableTest() { profile_.max_distance = GetParam(); }

  StoredPage stored(const Page& page) {
    auto question = question_of(page, analyzer_, profile_.recipe).value();
    return {.facts = question.facts, .anchors = question.anchors, .id = page.id, .url = page.url};
  }
  // The slow twin.
  [[nodiscard]] bool might_be_like(const StoredPage& a, const StoredPage& b) const {
    return a.facts.digest == b.facts.digest || are_candidates(a.facts, b.facts, profile_);
  }

  Profile profile_ = profile_named("balanced");
  PageAnalyzer analyzer_{{.profile = profile_, .tables = {}, .extract = {}, .with_visible = false}};
};

TEST_P(MemtableTest, FindsWhatEveryPageAgainstEveryOtherFinds) {
  Memtable memtable(profile_, profile_.max_distance);
  std::vector<StoredPage> kept;
  std::set<std::uint64_t> erased;
  std::mt19937_64 draw(11);
  std::uint64_t found_in_all = 0;
  for (const Page& page : family_pages(600, 2)) {
    StoredPage asked = stored(page);
    std::vector<std::uint64_t> truth;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const bool is_there = kept[i].is_representative() && erased.count(i + 1) == 0;
      if (is_there && might_be_like(asked, kept[i])) truth.push_back(i + 1);
    }
    std::vector<const Memtable::Entry*> found;
    const MemtableKeys keys = memtable_keys(asked);
    EXPECT_FALSE(memtable.find(asked, keys, found));
    EXPECT_EQ(rows_of(found), truth);
    found_in_all += found.size();
    if (draw() % 4 == 0) asked.representative = 1;
    kept.push_back(asked);
    memtable.add(kept.size(), 1, std::move(asked), keys);
    if (draw() % 10 == 0) {
      const std::uint64_t row = 1 + draw() % kept.size();
      EXPECT_EQ(memtable.erase(row), erased.insert(row).second);
    }
  }
  EXPECT_GT(found_in_all, 300U);
}

INSTANTIATE_TEST_SUITE_P(Distances, MemtableTest, testing::Values(-1, 0, 3, 7, 12));

TEST(MemtableNamesTest, FindsIdsAndUrlsOfAllPages) {
  Memtable memtable(profile_named("balanced"), 3);
  for (const auto& [row, page] : {std::pair<std::uint64_t, StoredPage>{3, {.id = "a", .url = "u"}},
                                  {5, {.id = "a", .url = "v"}},
                                  {8, {.id = "", .url = "u", .representative = 3}}}) {
    memtable.add(row, 1, page, memtable_keys(page));
  }
  std::vector<const Memtable::Entry*> found;
  memtable.find_id("a", found);
  EXPECT_EQ(rows_of(found), (std::vector<std::uint64_t>{3, 5}));
  found.clear();
  memtable.find_url("u", found);
  EXPECT_EQ(rows_of(found), (std::vector<std::uint64_t>{3, 8}));
  found.clear();
  const StoredPage both{.id = "a", .url = "u"};
  memtable.find_names(both, memtable_keys(both), found);
  EXPECT_EQ(rows_of(found), (std::vector<std::uint64_t>{3, 5, 3, 8}));
  found.clear();
  memtable.find_id("u", found);
  memtable.find_url("a", found);
  EXPECT_TRUE(found.empty());
  EXPECT_TRUE(memtable.erase(5));
  EXPECT_FALSE(memtable.erase(5));
  EXPECT_FALSE(memtable.erase(4));
  memtable.find_id("a", found);
  EXPECT_EQ(rows_of(found), (std::vector<std::uint64_t>{3}));
  EXPECT_EQ(memtable.entry(8)->page.url, "u");
  EXPECT_EQ(memtable.entry(5), nullptr);
}

// A page with many copies finds only as many as the limit, and the answer is marked as truncated.
TEST(MemtableCrowdTest, ACrowdIsCutToThoseThatShareMost) {
  const Profile profile = profile_named("balanced");
  Memtable memtable(profile, 3);
  StoredPage page;
  page.facts.has_text = page.facts.has_fingerprint = true;
  page.facts.fingerprint = 1;
  for (std::uint64_t row = 1; row <= 3000; ++row) {
    page.facts.fingerprint = row % 2 == 0 ? 1 : ~std::uint64_t{0};
    memtable.add(row, 1, page, memtable_keys(page));
  }
  page.facts.fingerprint = 1;
  std::vector<const Memtable::Entry*> found;
  EXPECT_TRUE(memtable.find(page, memtable_keys(page), found));
  ASSERT_EQ(found.size(), kKnownPagesMax);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i]->row, 2 * (i + 1));
}

}  // namespace
}  // namespace facsim
