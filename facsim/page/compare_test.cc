// SPDX-License-Identifier: Apache-2.0
// Comparison of two pages: the kind, the figures, and passages that cover both texts.
#include "facsim/compare.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

std::string words_with_stem(const std::string& stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : " ") + stem + std::to_string(i);
  return text;
}

Page text_page(std::string text) {
  Page page;
  page.bytes = std::move(text);
  return page;
}

TEST(Compare, PassagesOneAfterTheOtherAreBothTexts) {
  const Page first = text_page(words_with_stem("a", 60) + " old " + words_with_stem("b", 60));
  const Page second =
      text_page("head " + words_with_stem("a", 60) + " brand new " + words_with_stem("b", 60));
  const Comparison c = compare(first, second);
  EXPECT_EQ(c.kind, Kind::content);
  EXPECT_FALSE(c.same_text || c.too_short);
  EXPECT_GT(c.resemblance, 0.8);
  EXPECT_GT(c.distance, 0);
  std::string one;
  std::string other;
  for (const TextPassage& passage : c.passages) {
    if (!passage.first.empty()) one += (one.empty() ? "" : " ") + passage.first;
    if (!passage.second.empty()) other += (other.empty() ? "" : " ") + passage.second;
    if (passage.shared) {
      EXPECT_EQ(passage.first_units, passage.second_units);
    }
  }
  EXPECT_EQ(one, first.bytes);
  EXPECT_EQ(other, second.bytes);
}

TEST(Compare, ShortTextsHaveFiguresAndNoKind) {
  const Comparison c =
      compare(text_page(words_with_stem("a", 10)), text_page(words_with_stem("a", 9)));
  EXPECT_TRUE(c.too_short);
  EXPECT_EQ(c.kind, std::nullopt);
  EXPECT_EQ(c.distance, -1);
  EXPECT_GT(c.resemblance, 0.8);
  EXPECT_EQ(compare(text_page("one"), text_page("one")).kind, Kind::exact);
}

TEST(Compare, PagesWithoutTextsAreNoDuplicates) {
  Page markup;
  markup.format = PageFormat::html;
  markup.bytes = "<html><body><img src='a.png'></body></html>";
  for (const Page& other : {text_page(""), text_page(" \n"), markup}) {
    const Comparison c = compare(text_page(""), other);
    EXPECT_EQ(c.kind, std::nullopt);
    EXPECT_TRUE(c.too_short);
    EXPECT_FALSE(c.same_text);
    EXPECT_EQ(c.agreement, 0);
    EXPECT_EQ(c.resemblance, 0);
    EXPECT_EQ(c.cosine, 0);
    EXPECT_EQ(c.containment + c.containment_reverse, 0);
  }
  const Comparison half = compare(text_page(""), text_page("one"));
  EXPECT_FALSE(half.same_text || half.kind || half.agreement > 0);
  const Comparison signs = compare(text_page("!!!"), text_page("!!!"));
  EXPECT_EQ(signs.same_text, signs.kind.has_value());
  EXPECT_EQ(signs.agreement, signs.same_text ? 1 : 0);
}

TEST(Compare, TakesTheThresholdsThatItIsGiven) {
  const Page first = text_page(words_with_stem("a", 60) + words_with_stem("b", 20));
  const Page second = text_page(words_with_stem("a", 60) + words_with_stem("c", 20));
  ReadyProfile judge;
  judge.profile.thresholds.min_resemblance = 0.5;
  EXPECT_EQ(compare(first, second, judge).kind, Kind::content);
  judge.profile.thresholds.min_resemblance = 0.8;
  EXPECT_EQ(compare(first, second, judge).kind, Kind::partial);
}

}  // namespace
}  // namespace facsim
