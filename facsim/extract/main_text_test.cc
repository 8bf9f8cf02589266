// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/main_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

namespace facsim {
namespace {

using testing::ElementsAre;

// A page is written as blocks with the given numbers of words, some of them in links.
class MadeUp {
 public:
  MadeUp& text(std::uint32_t words, unsigned traits = 0) { return add(words, 0, traits); }
  MadeUp& links(std::uint32_t words) { return add(words, words); }
  MadeUp& mixed(std::uint32_t words, std::uint32_t linked) { return add(words, linked); }
  MadeUp& code_of_links(std::uint32_t words) { return add(words, words, kTraitCode); }
  MadeUp& region(RegionKind kind, std::uint32_t begin, std::uint32_t end) {
    page_.regions.push_back({kind, begin, end});
    return *this;
  }
  // The numbers of the blocks that are main.
  [[nodiscard]] std::vector<int> main(const HeadSays& head = {}) const {
    std::vector<int> numbers;
    const std::vector<BlockReason> reasons = judge_blocks(page_, head);
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      if (is_main(reasons[i])) numbers.push_back(static_cast<int>(i));
    }
    return numbers;
  }
  [[nodiscard]] std::vector<BlockReason> reasons() const { return judge_blocks(page_); }
  [[nodiscard]] const BlockText& page() const { return page_; }

 private:
  MadeUp& add(std::uint32_t words, std::uint32_t linked, unsigned traits = 0) {
    BlockSpan block;
    block.words = words;
    block.chars = 5 * words;
    block.link_chars = 5 * linked;
    block.traits = static_cast<std::uint8_t>(traits);
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
  EXPECT_EQ(join_main(BlockText{}, {}), "");
}

TEST(MainText, TenWordsOutsideOfLinksAreRunningText) {
  const auto last_is_main = [](std::uint32_t words, std::uint32_t linked) {
    MadeUp page = MadeUp().text(200).links(9).links(9).links(9).links(9).mixed(words, linked);
    return page.main().back() == 5;
  };
  EXPECT_TRUE(last_is_main(10, 0));
  EXPECT_FALSE(last_is_main(9, 0));
  EXPECT_FALSE(last_is_main(40, 40));
  EXPECT_TRUE(last_is_main(30, 14));
  EXPECT_FALSE(last_is_main(30, 15));  // half of the words are in links
  EXPECT_FALSE(last_is_main(12, 3));   // nine words outside of links
  EXPECT_THAT(MadeUp().links(40).main(), ElementsAre());
}

TEST(MainText, WhatStandsBetweenStaysButLinks) {
  const MadeUp page = MadeUp().text(20).text(1).text(2).links(3).text(1).text(20);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2, 4, 5));
}

TEST(MainText, ThreeShortBlocksBeforeAndAfterStay) {
  MadeUp page;
  for (int i = 0; i < 5; ++i) page.text(2);
  page.text(70);
  for (int i = 0; i < 5; ++i) page.text(2);
  EXPECT_THAT(page.main(), ElementsAre(2, 3, 4, 5, 6, 7, 8));
}

constexpr std::array kNotContent = {RegionKind::frame, RegionKind::extra, RegionKind::comments};

TEST(MainText, FramesExtrasAndCommentsAreDropped) {
  for (const RegionKind kind : kNotContent) {
    const MadeUp page = MadeUp().text(12).text(40).text(12).region(kind, 0, 1).region(kind, 2, 3);
    EXPECT_THAT(page.main(), ElementsAre(1));
  }
}

TEST(MainText, WhatHoldsNearlyAllIsAWrapper) {
  for (const RegionKind kind : kNotContent) {
    const std::uint32_t rest = kind == RegionKind::frame ? 10 : 25;  // a tenth, a quarter
    EXPECT_THAT(MadeUp().text(rest).text(100 - rest).region(kind, 1, 2).main(), ElementsAre(0));
    EXPECT_THAT(MadeUp().text(rest - 1).text(101 - rest).region(kind, 1, 2).main().back(), 1);
    EXPECT_THAT(MadeUp().text(20).text(40).region(kind, 0, 2).main(), ElementsAre(0, 1));
  }
}

TEST(MainText, OfFramesTheLinksCountToo) {
  EXPECT_THAT(MadeUp().text(4).links(7).text(99).region(RegionKind::frame, 2, 3).main(),
              ElementsAre(0));
  EXPECT_THAT(MadeUp().text(4).links(6).text(99).region(RegionKind::frame, 2, 3).main(),
              ElementsAre(0, 2));
}

TEST(MainText, ExtrasAreDroppedAsFarAsATenthIsLeft) {
  const auto page = [](std::uint32_t words, std::uint32_t first, std::uint32_t second) {
    MadeUp made = MadeUp().text(words).text(first).text(second);
    return made.region(RegionKind::extra, 1, 2).region(RegionKind::extra, 2, 3).main();
  };
  EXPECT_THAT(page(10, 55, 35), ElementsAre(0));
  EXPECT_THAT(page(9, 55, 35), ElementsAre(0, 1));  // the larger article is the content
  EXPECT_THAT(page(9, 45, 45), ElementsAre(0, 1, 2));
}

TEST(MainText, NamesTakeAwayNoMoreThanTheyLeave) {
  for (const RegionKind kind : {RegionKind::frame, RegionKind::extra}) {
    const auto page = [&](std::uint32_t left, std::uint32_t taken) {
      return MadeUp().text(left).text(taken / 2).text(taken - taken / 2).region(kind, 1, 3).main();
    };
    EXPECT_THAT(page(99, 138), ElementsAre(0));
    EXPECT_THAT(page(99, 139), ElementsAre(0, 1, 2));
    EXPECT_THAT(page(100, 300), ElementsAre(0));  // 100 words are left, so nothing is restored
    EXPECT_THAT(page(60, 99), ElementsAre(0));    // the dropped blocks have too few words
    EXPECT_THAT(page(60, 100), ElementsAre(0, 1, 2));
  }
  // Several dropped blocks count together.
  MadeUp gallery = MadeUp().text(90);
  for (std::uint32_t i = 1; i < 5; ++i) {
    gallery.text(80).region(i % 2 == 0 ? RegionKind::frame : RegionKind::extra, i, i + 1);
  }
  EXPECT_THAT(gallery.main(), ElementsAre(0, 1, 2, 3, 4));
}

TEST(MainText, LinksTeasersNoticesAndCommentsAreTakenAwayHoweverLong) {
  for (const RegionKind kind : {RegionKind::comments, RegionKind::notice}) {
    EXPECT_THAT(MadeUp().text(200).text(900).region(kind, 1, 2).main(), ElementsAre(0));
    // The same in a footer or an aside.
    for (const RegionKind outer : {RegionKind::frame, RegionKind::extra}) {
      MadeUp page = MadeUp().text(200).text(900).region(kind, 1, 2).region(outer, 1, 2);
      EXPECT_THAT(page.main(), ElementsAre(0));
    }
  }
  MadeUp links = MadeUp().text(200).text(300).links(300).region(RegionKind::extra, 1, 3);
  EXPECT_THAT(links.main(), ElementsAre(0));
  MadeUp teasers = MadeUp().text(100);
  for (std::uint32_t i = 1; i < 4; ++i) teasers.text(70).region(RegionKind::article, i, i + 1);
  EXPECT_THAT(teasers.region(RegionKind::extra, 1, 4).main(), ElementsAre(0));
}

TEST(MainText, APopupMustBeMostOfThePageByItself) {
  const auto page = [](RegionKind kind) {
    MadeUp made = MadeUp().text(90);
    for (std::uint32_t i = 1; i < 4; ++i) {
      made.text(100).region(RegionKind::extra, i, i + 1).region(kind, i, i + 1);
    }
    return made.main();
  };
  EXPECT_THAT(page(RegionKind::extra), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(page(RegionKind::popup), ElementsAre(0));
  MadeUp one = MadeUp().text(90).text(300).region(RegionKind::extra, 1, 2);
  EXPECT_THAT(one.region(RegionKind::popup, 1, 2).main(), ElementsAre(0, 1));
}

TEST(MainText, BesideAMainOrArticleNamesTakeAwayAsMuchAsThereIs) {
  for (const RegionKind kind : {RegionKind::main, RegionKind::article}) {
    for (const RegionKind beside : {RegionKind::frame, RegionKind::extra}) {
      const MadeUp page = MadeUp().text(200).text(500).region(kind, 0, 1).region(beside, 1, 2);
      EXPECT_THAT(page.main(), ElementsAre(0));
      // A named region inside the main region or article is restored.
      MadeUp inside = MadeUp().text(90).text(900).region(beside, 1, 2).region(kind, 0, 2);
      EXPECT_THAT(inside.main().back(), 1);
    }
  }
}

TEST(MainText, CaptionsAreTextWhereTheyAreMostOfIt) {
  const auto page = [](std::uint32_t text, std::uint32_t caption) {
    return MadeUp().text(text).text(caption, kTraitFigure).main();
  };
  EXPECT_THAT(page(200, 200), ElementsAre(0));
  EXPECT_THAT(page(200, 201), ElementsAre(0, 1));
  EXPECT_THAT(page(50, 99), ElementsAre(0));
}

TEST(MainText, AManualBeginsAtItsHeading) {
  const HeadSays manual{.title = {}, .is_manual = true};
  MadeUp page = MadeUp().text(2).text(3, kTraitHeading).text(6).text(2).text(2).text(2).text(60);
  page.region(RegionKind::box, 6, 7);
  EXPECT_THAT(page.main(), ElementsAre(6));
  EXPECT_THAT(page.main(manual), ElementsAre(1, 2, 3, 4, 5, 6));
  // So do pages with a tenth of code or definitions, even if most of their words are text.
  for (const unsigned trait : {kTraitCode, kTraitDefinition}) {
    const auto with = [&](std::uint32_t words) {
      MadeUp made = MadeUp().text(3, kTraitHeading).text(9).text(2).text(2).text(2).text(60);
      return made.text(words, trait).text(120).region(RegionKind::box, 5, 8).main().front();
    };
    EXPECT_EQ(with(30), 0);
    EXPECT_EQ(with(20), 5);
  }
}

TEST(MainText, CommentsBehindFiftyWordsAreNeverTheText) {
  const auto page = [](std::uint32_t words) {
    return MadeUp().text(words).text(900).region(RegionKind::comments, 1, 2).main();
  };
  EXPECT_THAT(page(50), ElementsAre(0));
  EXPECT_THAT(page(49), ElementsAre(0, 1));
}

TEST(MainText, WhereMostIsInShortPiecesAllOfThemAreText) {
  MadeUp page;
  for (int i = 0; i < 10; ++i) page.text(3).links(2);
  page.text(30).text(59);
  EXPECT_THAT(page.main(), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21));  // 89 of 119
  page.text(10);
  EXPECT_THAT(page.main(), ElementsAre(18, 20, 21, 22));  // 99 of 129 are over three quarters
  EXPECT_THAT(MadeUp().text(9).text(9).main(), ElementsAre(0, 1));
}

TEST(MainText, ButNotOnAPageOfLinks) {
  EXPECT_THAT(MadeUp().text(9).text(9).links(36).main(), ElementsAre(0, 1));
  EXPECT_THAT(MadeUp().text(9).text(9).links(37).main(), ElementsAre());
}

TEST(MainText, CodeIsNoListOfLinks) {
  MadeUp page = MadeUp().text(20).code_of_links(20).text(20);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2));
}

TEST(MainText, OnlyMainCountsWhereItHoldsEnough) {
  EXPECT_THAT(MadeUp().text(30).text(20).text(30).region(RegionKind::main, 1, 2).main(),
              ElementsAre(1));
  const auto beside = [](std::uint32_t words) {
    return MadeUp().text(words).text(20).region(RegionKind::main, 1, 2).main();
  };
  EXPECT_THAT(beside(100), ElementsAre(0, 1));
  EXPECT_THAT(beside(99), ElementsAre(1));  // too few words for a page that was built incorrectly
  for (const RegionKind kind : kNotContent) {  // marked regions beside <main> may be longer
    MadeUp page = MadeUp().text(900).text(2).region(kind, 0, 1).region(RegionKind::main, 1, 2);
    EXPECT_THAT(page.main(), ElementsAre(1));
  }
}

TEST(MainText, OneArticleCountsIfItHoldsHalf) {
  MadeUp article = MadeUp().text(50).text(20).text(20);
  article.region(RegionKind::article, 0, 1).region(RegionKind::article, 1, 2);
  EXPECT_THAT(article.main(), ElementsAre(0));
  MadeUp teasers = MadeUp().text(20).text(20).text(20);
  for (std::uint32_t i = 0; i < 3; ++i) teasers.region(RegionKind::article, i, i + 1);
  EXPECT_THAT(teasers.main(), ElementsAre(0, 1, 2));
}

TEST(MainText, HeadingsAndCaptionsDoNotSayWhereItEnds) {
  for (const unsigned trait : {kTraitHeading, kTraitFigure}) {
    EXPECT_THAT(MadeUp().text(12, trait).main(), ElementsAre());
    const MadeUp page = MadeUp().text(12, trait).text(40).text(12, trait).text(40).text(12, trait);
    EXPECT_THAT(page.main(), ElementsAre(1, 2, 3));
  }
  EXPECT_THAT(MadeUp().text(31, kTraitHeading).main(), ElementsAre(0));  // really a paragraph
  EXPECT_THAT(MadeUp().text(12, kTraitFigure | kTraitCell).main(), ElementsAre(0));
}

TEST(MainText, LinksInASentenceStay) {
  MadeUp page = MadeUp().text(20).mixed(20, 15).mixed(20, 16).mixed(8, 4).text(20);
  EXPECT_THAT(page.main(),
              ElementsAre(0, 1, 4));  // .75 in links; .8 in links; four words outside links
  EXPECT_THAT(MadeUp().text(20).mixed(20, 12).main(), ElementsAre(0));  // not after the text
}

TEST(MainText, WithoutMainOrArticleTheSmallestBoxThatHoldsMost) {
  MadeUp page = MadeUp().text(15).text(50).text(50).text(15).region(RegionKind::box, 1, 3);
  page.region(RegionKind::box, 0, 3).region(RegionKind::box, 0, 4);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2));  // 100 of 130 words are too few, 115 are not
  page.region(RegionKind::main, 0, 4);
  EXPECT_THAT(page.main(), ElementsAre(0, 1, 2, 3));  // 115 of 130 are too few in <main>
}

TEST(MainText, InMainOrArticleTheSmallestBoxThatHoldsNearlyAll) {
  for (const RegionKind kind : {RegionKind::main, RegionKind::article}) {
    MadeUp page = MadeUp().text(10).text(45).text(45).text(10);
    page.region(RegionKind::box, 1, 3).region(kind, 0, 3);
    EXPECT_THAT(page.main(), ElementsAre(1, 2));  // 90 of 100
  }
}

TEST(MainText, TitlesAndSignaturesBeforeTheBoxStayBylinesDoNot) {
  for (const unsigned trait : {kTraitHeading, kTraitItem, kTraitCell, kTraitCode}) {
    MadeUp page = MadeUp().text(3, trait).text(4).text(50).text(50).text(3, trait);
    page.region(RegionKind::box, 2, 4);
    EXPECT_THAT(page.main(), ElementsAre(0, 2, 3));
  }
  MadeUp beyond = MadeUp().text(3, kTraitHeading).text(50).text(50).region(RegionKind::box, 1, 3);
  beyond.region(RegionKind::main, 1, 3);  // blocks outside <main> do not count
  EXPECT_THAT(beyond.main(), ElementsAre(1, 2));
}

TEST(MainText, EveryBlockHasAReason) {
  MadeUp page = MadeUp().text(2).text(30).text(2).links(5).text(30).text(2);
  page.text(12).text(12).text(15).text(1).text(1).text(1).text(1);
  page.region(RegionKind::frame, 6, 7)
      .region(RegionKind::extra, 7, 8)
      .region(RegionKind::box, 0, 6);
  page.region(RegionKind::extra, 6, 7);  // also in a frame: the frame counts
  using enum BlockReason;
  EXPECT_THAT(page.reasons(),
              ElementsAre(near_running, running, between, links, running, near_running, aside,
                          extra, outside, outside, outside, outside, outside));
  EXPECT_THAT(MadeUp().text(2).text(2).text(2).text(2).text(30).reasons(),
              ElementsAre(apart, near_running, near_running, near_running, running));
  EXPECT_THAT(MadeUp().text(9, kTraitHeading).reasons(), ElementsAre(apart));
}

TEST(MainText, JoinTakesTheMainBlocks) {
  const MadeUp page = MadeUp().text(1).text(1).text(1).text(1);
  const auto yes = BlockReason::running;
  const auto no = BlockReason::links;
  EXPECT_EQ(join_main(page.page(), std::array{yes, yes, no, yes}), "0\n1\n3");
  EXPECT_EQ(join_main(page.page(), std::array{no, yes, yes, no}), "1\n2");
  EXPECT_EQ(join_main(page.page(), std::array{no, no, no, no}), "");
  EXPECT_EQ(join_named(page.page(), std::array{yes, no, no, yes}), "1\n2");
  EXPECT_EQ(join_named(page.page(), std::array{yes, yes, yes, yes}), "");
  EXPECT_EQ(join_named(MadeUp().text(1).links(1).mixed(9, 4).page(), std::array{no, no, no}),
            "0\n2");
}

// For any regions: main text needs text outside links, and links are kept only as sentences inside
// of it.
RC_GTEST_PROP(MainText, Invariants, ()) {
  MadeUp page;
  const auto count = *rc::gen::inRange<std::uint32_t>(0, 30);
  bool has_text = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto words = *rc::gen::inRange<std::uint32_t>(1, 40);
    const auto linked = *rc::gen::inRange<std::uint32_t>(0, words + 1);
    page.mixed(words, linked);
    has_text |= 2 * linked < words;
  }
  for (int i = *rc::gen::inRange(0, 12); i > 0 && count > 0; --i) {
    const auto begin = *rc::gen::inRange<std::uint32_t>(0, count);
    const auto end = *rc::gen::inRange<std::uint32_t>(begin + 1, count + 1);
    page.region(static_cast<RegionKind>(*rc::gen::inRange(0, 8)), begin, end);
  }
  const std::vector<BlockReason> reasons = page.reasons();
  const std::vector<int> main = page.main();
  RC_ASSERT(has_text || main.empty());
  for (const int i : main) {
    const BlockSpan& block = page.page().blocks[static_cast<std::size_t>(i)];
    const BlockReason reason = reasons[static_cast<std::size_t>(i)];
    const bool is_linked = 2 * block.link_chars >= block.chars;
    RC_ASSERT(!is_linked || (reason == BlockReason::between && i > main.front()));
    RC_ASSERT(10 * block.link_chars < 8 * block.chars);
  }
}

}  // namespace
}  // namespace facsim
