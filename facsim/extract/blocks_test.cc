// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "facsim/extract/hash_set_internal.h"
#include "facsim/extract/hints.h"
#include "facsim/extract/layout.h"

namespace facsim {
namespace {

using testing::ElementsAre;

// One block of the text, without links.
BlockText one_block(std::string_view text) {
  BlockText page;
  BlockBuilder builder(page);
  builder.add(text, false, 0);
  builder.end_block();
  return page;
}

std::uint32_t words_of(std::string_view text) {
  const BlockText page = one_block(text);
  return page.blocks.empty() ? 0 : page.blocks.front().words;
}

TEST(Blocks, WhiteSpaceIsFolded) {
  EXPECT_EQ(one_block("  a \n\t b\f\r\nc  ").text, "a b c");
  EXPECT_EQ(one_block("a\u00a0\u2003 b\u3000c").text, "a b c");
  EXPECT_EQ(one_block(" \n\u00a0 ").text, "");
  EXPECT_TRUE(one_block(" \n\u00a0 ").blocks.empty());
}

TEST(Blocks, SoftHyphensAndMarksOfByteOrderAreDropped) {
  EXPECT_EQ(one_block("soft\u00adhyphen\ufeff").text, "softhyphen");
  EXPECT_EQ(words_of("soft\u00adhyphen"), 1U);
}

TEST(Blocks, WordsAreRunsOfLettersOrOneIdeograph) {
  EXPECT_EQ(words_of("two words"), 2U);
  EXPECT_EQ(words_of("it's 3.14, x_y"), 6U);
  EXPECT_EQ(words_of("été naïve Привет"), 3U);
  EXPECT_EQ(words_of("汉字 カナ 한국"), 6U);
  EXPECT_EQ(words_of("第3章abc"), 4U);
  EXPECT_EQ(words_of("、。「」… — ? !"), 0U);
  EXPECT_EQ(words_of("e\u0301te\u0301"), 1U);  // marks belong to the word
}

TEST(Blocks, RunsJoinWithoutASpaceWhereThereIsNone) {
  BlockText page;
  BlockBuilder builder(page);
  builder.add("un", false, 0);
  builder.add("do", true, 0);
  builder.add(" it", false, 0);
  builder.end_block();
  EXPECT_EQ(page.text, "undo it");
  EXPECT_EQ(page.blocks.front().words, 2U);
  EXPECT_EQ(page.blocks.front().chars, 6U);
  EXPECT_EQ(page.blocks.front().link_chars, 2U);
  EXPECT_FLOAT_EQ(page.blocks.front().link_density(), 2.0F / 6);
}

TEST(Blocks, OneBreakIsASpaceTwoEndTheBlock) {
  BlockText page;
  BlockBuilder builder(page);
  builder.add("a", false, 0);
  builder.add_break();
  builder.add("b", false, 0);
  builder.add_break();
  builder.add(" \n ", false, 0);
  builder.add_break();
  builder.add("c", false, 0);
  builder.end_block();
  EXPECT_EQ(page.text, "a b\nc");
  EXPECT_EQ(page.text_of(page.blocks.at(1)), "c");
}

// The text is the blocks joined by line feeds, however it is cut into runs.
RC_GTEST_PROP(Blocks, TheTextIsItsBlocks, (const std::vector<std::string>& runs)) {
  BlockText page;
  BlockBuilder builder(page);
  for (const std::string& run : runs) {
    builder.add(run, *rc::gen::arbitrary<bool>(), 0);
    if (*rc::gen::arbitrary<bool>()) builder.end_block();
    if (*rc::gen::arbitrary<bool>()) builder.add_break();
  }
  builder.end_block();
  std::string joined;
  for (const BlockSpan& block : page.blocks) {
    RC_ASSERT(block.begin < block.end);
    RC_ASSERT(block.link_chars <= block.chars);
    RC_ASSERT(block.words <= block.chars);
    if (!joined.empty()) joined.push_back('\n');
    joined.append(page.text_of(block));
  }
  RC_ASSERT(joined == page.text);
  RC_ASSERT(simdjson::validate_utf8(page.text));
  RC_ASSERT(builder.block_count() == page.blocks.size());
}

bool begins_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80; }

void add_bit_by_bit(BlockBuilder& builder, std::string_view text, bool in_link) {
  while (!text.empty()) {
    std::size_t end = 1;
    while (end < text.size() && !begins_code_point(text[end])) ++end;
    builder.add(text.substr(0, end), in_link, 0);
    text.remove_prefix(end);
  }
}

// Words copied in one piece are folded and counted as they are character by character.
std::string difference_to_its_characters(std::string_view text, bool in_link) {
  BlockText whole;
  BlockText single;
  BlockBuilder once(whole);
  BlockBuilder bit_by_bit(single);
  once.add(text, in_link, 0);
  add_bit_by_bit(bit_by_bit, text, in_link);
  once.end_block();
  bit_by_bit.end_block();
  if (whole.text != single.text) return "'" + whole.text + "' for '" + single.text + "'";
  if (whole.blocks.size() != single.blocks.size()) return "another number of blocks";
  for (std::size_t i = 0; i < whole.blocks.size(); ++i) {
    if (whole.blocks[i].words != single.blocks[i].words) return "words";
    if (whole.blocks[i].chars != single.blocks[i].chars) return "chars";
    if (whole.blocks[i].link_chars != single.blocks[i].link_chars) return "link_chars";
  }
  return {};
}

RC_GTEST_PROP(Blocks, OneRunIsAsItsCharacters, (bool in_link)) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>(" ", " ", "  ", "a", "word", "Z9", "-", ".", "\n", "\t", "\f",
                                    "\u00a0", "é", "网", "\u00ad", "~"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  RC_ASSERT(difference_to_its_characters(text, in_link) == "");
}

// Texts longer than one step, with any characters at their ends.
TEST(Blocks, LongRunsAreAsTheirCharacters) {
  for (const std::string_view base :
       {"some words of a sentence, which go on beyond two steps of 16 bytes, and end",
        "onewordthatisfarlongerthanastepof16bytes0andthenanother0withouta.blank",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9"}) {
    for (std::size_t place = 0; place < base.size(); ++place) {
      for (int value = 0; value < 128; ++value) {
        std::string text(base);
        text[place] = static_cast<char>(value);
        ASSERT_EQ(difference_to_its_characters(text, value % 2 == 0), "") << text;
      }
      std::string text(base);
      ASSERT_EQ(difference_to_its_characters(text.insert(place, "é"), false), "") << text;
    }
  }
}

TEST(Hints, ClassesThatNameExtras) {
  for (const char* text :
       {"relatedPosts", "sidebar_left", "l-rightsidebar", "share", "cookie-policy", "menu-3"}) {
    EXPECT_EQ(hint_of_class(text), Hint::extra) << text;
  }
  for (const char* text : {"modal", "share popup"}) {
    EXPECT_EQ(hint_of_class(text), Hint::popup) << text;
  }
  for (const char* text : {"post COMMENTS", "comment-list", "disqus related"}) {
    EXPECT_EQ(hint_of_class(text), Hint::comments) << text;
  }
  for (const char* text :
       {"siteFooter", "navfooter", "main-nav", "copyright", "share breadcrumbs"}) {
    EXPECT_EQ(hint_of_class(text), Hint::frame) << text;
  }
  for (const char* text : {"cookie-banner", "modal-cookies", "gdpr_notice", "footer cookie-bar"}) {
    EXPECT_EQ(hint_of_class(text), Hint::notice) << text;
  }
  for (const char* text : {"", "content", "shareholder", "commentary-text", "adventure", "header",
                           "supplementary", "--", "unrelated", "Navy", "banner", "notice"}) {
    EXPECT_EQ(hint_of_class(text), Hint::none) << text;
  }
}

TEST(Hints, ClassesThatSortOrBuildTheContentAreNone) {
  for (const char* text : {"post hentry category-social-media tag-comments", "widget Blog",
                           "page has-sidebar no-footer with-nav", "elementor-widget-sidebar",
                           "wp-block-group wp-block-navigation", "deprecation-comment"}) {
    EXPECT_EQ(hint_of_class(text), Hint::none) << text;
  }
  EXPECT_EQ(hint_of_class("has-sidebar sidebar"), Hint::extra);
}

TEST(Hints, DigestsAreNoWords) {
  EXPECT_EQ(hint_of_class("memitem:ac2eb4393fb11ad3fa3ccf34e92fe08e4"), Hint::none);
  EXPECT_EQ(hint_of_id("ad4393fb11"), Hint::none);
  EXPECT_EQ(hint_of_class("x11ad33abcd"), Hint::extra);  // not a digest, because of the x
  EXPECT_EQ(hint_of_class("ad300"), Hint::extra);
  EXPECT_EQ(hint_of_class("ad-300x250"), Hint::extra);
  EXPECT_EQ(hint_of_class("ad4393fb11 sidebar"), Hint::extra);
  EXPECT_EQ(hint_of_id("41308db9-ad65-4f23-8331-49f192b0566d"), Hint::none);
  EXPECT_EQ(hint_of_class("deadbeef-ad65-4f23-8331-49F192B0566D"), Hint::none);
  EXPECT_EQ(hint_of_class("x-41308db9-ad65-4f23"), Hint::none);
  EXPECT_EQ(hint_of_class("41308db9-ad-65"), Hint::extra);  // not a group of a UUID
  EXPECT_EQ(hint_of_class("41308db9-addedtocart-ad"), Hint::extra);
}

TEST(Hints, LongIdsAreHeadings) {
  EXPECT_EQ(hint_of_id("comments"), Hint::comments);
  EXPECT_EQ(hint_of_id("related-posts"), Hint::extra);
  EXPECT_EQ(hint_of_id("cookie-notice"), Hint::notice);
  EXPECT_EQ(hint_of_id("related-result-types"), Hint::none);
  EXPECT_EQ(hint_of_id("content"), Hint::none);
  EXPECT_EQ(hint_of_id("copyright"), Hint::none);
}

TEST(Layout, NamesAreTagsAndClasses) {
  LayoutBuilder layout;
  layout.begin(true);
  layout.add("div", "");
  layout.add("div", "  post  wide ");
  layout.add("p", "post");
  layout.add("div", "wide post");
  layout.add("div", " \n");
  EXPECT_EQ(layout.hashes().size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(layout.hashes()));
  EXPECT_THAT(layout.take_names(), ElementsAre("div", "div.post", "div.wide", "p.post"));
}

TEST(Layout, TheFirstNamesCount) {
  LayoutBuilder layout;
  layout.begin(false);
  for (int i = 0; i < 10'000; ++i) layout.add("p", "c" + std::to_string(i));
  const std::vector<std::uint64_t> first = layout.hashes();
  EXPECT_EQ(first.size(), 4096U);
  layout.begin(false);
  for (int i = 0; i < 4096; ++i) layout.add("p", "c" + std::to_string(i));
  EXPECT_EQ(layout.hashes(), first);
  EXPECT_TRUE(layout.take_names().empty());
}

TEST(HashSet, HoldsWhatWasPutIn) {
  HashSet set;
  for (std::uint64_t round = 0; round < 3; ++round) {
    for (std::uint64_t i = 0; i < 5000; ++i) {
      EXPECT_TRUE(set.insert(i << 32));  // all collide in one slot
      EXPECT_FALSE(set.insert(i << 32));
      if (i > 300) break;
    }
    for (std::uint64_t i = 1; i < 5000; ++i) EXPECT_TRUE(set.insert(i));
    set.clear();
    EXPECT_EQ(set.size(), 0U);
  }
}

}  // namespace
}  // namespace facsim
