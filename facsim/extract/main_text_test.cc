// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/main_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

using testing::ElementsAre;

// A page is written as blocks of so many words; "L" of them in links.
class MadeUp {
 public:
  MadeUp& text(std::uint32_t words) { return add(words, 0); }
  MadeUp& links(std::uint32_t words) { return add(words, words); }
  MadeUp& mixed(std::uint32_t words, std::uint32_t linked) { return add(words, linked); }
  MadeUp& region(RegionKind kind, std::uint32_t begin, std::uint32_t end) {
    page_.regions.push_back({kind, begin, end});
    return *this;
  }
  // The numbers of the blocks that are main.
  [[nodiscard]] std::vector<int> main() const {
    std::vector<int> numbers;
    const std::vector<std::uint8_t> flags = main_blocks(page_);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (flags[i] != 0) numbers.push_back(static_cast<int>(i));
    }
    return numbers;
  }
  [[nodiscard]] const BlockText& page() const { return page_; }

 private:
  MadeUp& add(std::uint32_t words, std::uint32_t linked) {
    BlockSpan block;
    block.words = words;
    block.chars = 5 * words;
    block.link_chars = 5 * linked;
    if (!page_.blocks.empty()) page_.text.push_back('\n');
    block.begin = page_.text.size();
    page_.text.append(std::to_string(page_.blocks.size()));
    block.end = page_.text.size();
    page_.blocks.push_back(block);
    return *this;
  }
  BlockText page_;
};

TEST(MainText, EmptyPages) {
  EXPECT_THAT(MadeUp().main(), ElementsAre());
  EXPECT_EQ(join_blocks(BlockText{}, {}), "");
}

TEST(MainText, TenWordsOutsideOfLinksAreRunningText) {
  EXPECT_THAT(MadeUp().text(10).main(), ElementsAre(0));
  EXPECT_THAT(MadeUp().text(9).main(), ElementsAre());
  EXPECT_THAT(MadeUp().links(40).main(), ElementsAre());
  EXPECT_THAT(MadeUp().mixed(30, 14).main(), ElementsAre(0));
  EXPECT_THAT(MadeUp().mixed(30, 15).main(), ElementsAre());  // half of it in links
  EXPECT_THAT(MadeUp().mixed(12, 3).main(), ElementsAre());   // nine words outside of links
}

TEST(MainText, WhatStandsBetweenStaysButLinks) {
  const MadeUp page = MadeUp().text(20).text(1).text(2).links(3).text(1).text(20);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2, 4, 5));
}

TEST(MainText, ThreeShortBlocksBeforeAndAfterStay) {
  MadeUp page;
  for (int i = 0; i < 5; ++i) page.text(2);
  page.text(20);
  for (int i = 0; i < 5; ++i) page.text(2);
  EXPECT_THAT(page.main(), ElementsAre(2, 3, 4, 5, 6, 7, 8));
}

TEST(MainText, AsidesAndExtrasAreDropped) {
  for (const RegionKind kind : {RegionKind::aside, RegionKind::hint}) {
    const MadeUp page = MadeUp().text(12).text(40).text(12).region(kind, 0, 1).region(kind, 2, 3);
    EXPECT_THAT(page.main(), ElementsAre(1));
  }
}

TEST(MainText, AnAsideThatHoldsMostIsAWrapper) {
  MadeUp page = MadeUp().text(20).text(40).text(20);
  page.region(RegionKind::aside, 0, 3).region(RegionKind::hint, 0, 2);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2));
}

TEST(MainText, OnlyMainCountsWhereItHoldsEnough) {
  EXPECT_THAT(MadeUp().text(30).text(20).text(30).region(RegionKind::main, 1, 2).main(),
              ElementsAre(1));
  EXPECT_THAT(MadeUp().text(90).text(20).region(RegionKind::main, 1, 2).main(), ElementsAre(0, 1));
}

TEST(MainText, OneArticleCountsIfItHoldsHalf) {
  MadeUp article = MadeUp().text(50).text(20).text(20);
  article.region(RegionKind::article, 0, 1).region(RegionKind::article, 1, 2);
  EXPECT_THAT(article.main(), ElementsAre(0));
  MadeUp teasers = MadeUp().text(20).text(20).text(20);
  for (std::uint32_t i = 0; i < 3; ++i) teasers.region(RegionKind::article, i, i + 1);
  EXPECT_THAT(teasers.main(), ElementsAre(0, 1, 2));
}

TEST(MainText, WithoutMainOrArticleTheSmallestBoxThatHoldsMost) {
  MadeUp page = MadeUp().text(15).text(50).text(50).text(15).region(RegionKind::box, 1, 3);
  page.region(RegionKind::box, 0, 3).region(RegionKind::box, 0, 4);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2));  // 100 of 130 words are too few, 115 are not
  page.region(RegionKind::main, 0, 4);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2, 3));
}

TEST(MainText, JoinTakesTheFlaggedBlocks) {
  const MadeUp page = MadeUp().text(1).text(1).text(1).text(1);
  EXPECT_EQ(join_blocks(page.page(), {1, 1, 0, 1}), "0\n1\n3");
  EXPECT_EQ(join_blocks(page.page(), {0, 1, 1, 0}), "1\n2");
  EXPECT_EQ(join_blocks(page.page(), {0, 0, 0, 0}), "");
}

// Whatever the regions: no block of links is main, and main needs running text.
RC_GTEST_PROP(MainText, Invariants, ()) {
  MadeUp page;
  const auto count = *rc::gen::inRange<std::uint32_t>(0, 30);
  bool has_running_text = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto words = *rc::gen::inRange<std::uint32_t>(1, 40);
    const auto linked = *rc::gen::inRange<std::uint32_t>(0, words + 1);
    page.mixed(words, linked);
    has_running_text |= 2 * linked < words && words - linked >= 10;
  }
  for (int i = *rc::gen::inRange(0, 12); i > 0 && count > 0; --i) {
    const auto begin = *rc::gen::inRange<std::uint32_t>(0, count);
    const auto end = *rc::gen::inRange<std::uint32_t>(begin + 1, count + 1);
    page.region(static_cast<RegionKind>(*rc::gen::inRange(0, 5)), begin, end);
  }
  const std::vector<int> main = page.main();
  RC_ASSERT(has_running_text || main.empty());
  for (const int i : main) {
    const BlockSpan& block = page.page().blocks[static_cast<std::size_t>(i)];
    RC_ASSERT(2 * block.link_chars < block.chars);
  }
}

}  // namespace
}  // namespace facsim
