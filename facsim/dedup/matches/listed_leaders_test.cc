// SPDX-License-Identifier: Apache-2.0
// Lists of pairs that no run can have made are rejected, even with a valid checksum.
#include "facsim/dedup/matches/listed_leaders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/dedup/matches/threshold_counts.h"

namespace facsim {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kMemory = 1U << 20;

// Four pages of 100 shingles; the last two have one text.
class ListedLeaders : public testing::Test {
 protected:
  ListedLeaders() {
    corpus_.files.emplace_back();
    corpus_.first_page = {0, 4};
    for (std::uint32_t page = 0; page < 4; ++page) {
      PageRow row;
      row.has_text = row.has_fingerprint = true;
      row.digest = {page, page};
      row.shingles = row.units = 100;
      corpus_.rows.push_back(row);
    }
  }

  // Pages of one component, each pair of neighbours alike.
  void list(const std::vector<std::uint32_t>& pages, std::uint32_t shared = 95) {
    ComponentPairs component;
    component.pages = pages;
    component.is_cut.assign(pages.size(), false);
    for (std::uint32_t i = 1; i < pages.size(); ++i) {
      ListedPair pair;
      pair.first = i - 1;
      pair.second = i;
      pair.shared = shared;
      pair.equal_bins = 60;
      component.pairs.push_back(pair);
    }
    pairs_.add(component);
  }

  Decisions apply() {
    return apply_leaders_to_pairs(corpus_, {ranks_, best_}, PairReader(pairs_, 4), {}, {}, run_);
  }
  std::vector<WhatIf> what_if() {
    return count_what_if(corpus_, {ranks_, best_}, PairReader(pairs_, 4), .5, {}, {}, run_);
  }
  void expect_refused(const char* words) {
    for (const bool counts : {false, true}) {
      try {
        if (counts) (void)what_if();
        if (!counts) (void)apply();
        FAIL() << words;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::damaged);
        EXPECT_THAT(error.what(), HasSubstr(words));
        EXPECT_THAT(error.what(), HasSubstr("matches.facsim"));
      }
    }
  }

  MemoryScratch scratch_;
  RunHooks hooks_;
  facsim::Run run_{{.memory_bytes = kMemory}, hooks_, scratch_};
  Corpus corpus_{scratch_, kMemory, Corpus::Units::none};
  PairLists pairs_{scratch_, kMemory};
  std::vector<std::uint32_t> ranks_ = {0, 1, 2, 3};
  std::vector<std::uint32_t> best_ = {0, 1, 2, 2};
};

TEST_F(ListedLeaders, JudgesListedPairs) {
  list({0, 1, 2});
  const Decisions decisions = apply();
  EXPECT_EQ(decisions.at(1).representative, 0U);
  EXPECT_FALSE(decisions.at(2).removed());   // its neighbor was removed
  EXPECT_EQ(what_if().front().removed, 2U);  // and the twin of page 2
}

TEST_F(ListedLeaders, RefusesATextThatIsTwiceInOneComponent) {
  list({0, 2, 3});
  expect_refused("twice");
}

TEST_F(ListedLeaders, RefusesATextInTwoComponents) {
  list({0, 1});
  list({1, 2});
  expect_refused("twice");
}

TEST_F(ListedLeaders, RefusesPagesWithoutAText) {
  best_[1] = kNoPage;
  list({0, 1});
  expect_refused("without a text");
}

TEST_F(ListedLeaders, RefusesMoreThanAPageHas) {
  list({0, 1}, 101);
  expect_refused("more shingles");
}

}  // namespace
}  // namespace facsim
