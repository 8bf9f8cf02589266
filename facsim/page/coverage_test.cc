// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/coverage.h"

#include <gtest/gtest.h>

#include "facsim/page/analysis.h"
#include "facsim/page/pair_judge.h"

namespace facsim {
namespace {

std::string words(const std::string& stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += stem + std::to_string(i * i + 7) + " ";
  return text;
}

PageFacts facts_of_page(const Page& page) {
  PageAnalyzer analyzer({.profile = Profile{}, .tables = {}, .extract = {}});
  const Analysis& analysis = analyzer.analyze(page);
  PageFacts facts = facts_of(analysis, analyzer.shingles().size());
  if (facts.has_layout) set_origin(facts.witness, page.url.substr(0, 12), page.url);
  return facts;
}

PageFacts html(const std::string& body, const std::string& url = "") {
  Page page;
  page.format = PageFormat::html;
  page.url = url;
  page.bytes = "<title>A title</title><body>" + body;
  return facts_of_page(page);
}

PageFacts text(const std::string& bytes) {
  Page page;
  page.format = PageFormat::text;
  page.bytes = bytes;
  page.is_unicode = true;
  return facts_of_page(page);
}

std::optional<Kind> kind(const PageFacts& first, const PageFacts& second) {
  const auto match = estimate_match(first, second, {}).match;
  return match ? std::optional(match->kind) : std::nullopt;
}

std::string repeated(const std::string& what, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += what;
  return text;
}

TEST(LeftOutShare, IsInPartsOfWhatWasJudged) {
  EXPECT_EQ(left_out_share(0, 100), 0);
  EXPECT_EQ(left_out_share(100, 100), 64);
  EXPECT_EQ(left_out_share(50, 100), 32);
  EXPECT_EQ(left_out_share(1, 0), 64);
  EXPECT_EQ(left_out_share(1U << 30, 1), 65535);
  EXPECT_EQ(left_out_share(~std::uint64_t{0}, 1), 65535);
  Coverage coverage;
  EXPECT_DOUBLE_EQ(coverage.judged(), 1);
  coverage.left_out = 64;
  EXPECT_DOUBLE_EQ(coverage.judged(), 0.5);
}

TEST(Coverage, OfTextsWhoseCharactersMakeNoUnitDecides) {
  const std::string shared = words("shared", 30);
  const auto braille = [](int first, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      const int c = 0x2801 + (first * 31 + i * i * 7) % 255;
      text += {static_cast<char>(0xe2), static_cast<char>(0xa0 | ((c >> 6) & 3)),
               static_cast<char>(0x80 | (c & 0x3f))};
    }
    return text;
  };
  const PageFacts one = text(shared + braille(1, 400));
  const PageFacts other = text(shared + braille(2, 400));
  EXPECT_EQ(one.coverage.mostly, LeftOut::bare);
  EXPECT_TRUE(one.coverage.is_little());
  EXPECT_TRUE(are_two_pages(one, other, 1, {}));
  EXPECT_NE(kind(one, other), Kind::content);
  EXPECT_FALSE(are_two_pages(one, text(shared + "more " + braille(1, 400)), 1, {}));
  // A few of them have no effect.
  EXPECT_EQ(text(shared + braille(1, 20)).coverage, Coverage{});
  EXPECT_EQ(kind(text(shared + braille(1, 20)), text(shared + braille(2, 20))), Kind::content);
  EXPECT_EQ(text(repeated("one, two; three - four!", 50)).coverage, Coverage{});
}

TEST(Coverage, GarbledPagesAreOneOnlyWhereTheirBytesAre) {
  const std::string shared = words("shared", 100);
  const PageFacts good = text(shared);
  const PageFacts garbled = text(shared + repeated("\xEF\xBF\xBD", 20));
  const PageFacts other = text(shared + "x" + repeated("\xEF\xBF\xBD", 20));
  EXPECT_TRUE(garbled.coverage.is_garbled);
  EXPECT_EQ(garbled.coverage.mostly, LeftOut::undecoded);
  EXPECT_EQ(kind(garbled, garbled), Kind::exact);
  EXPECT_NE(kind(garbled, other), Kind::content);
  EXPECT_NE(kind(good, garbled), Kind::content);
  EXPECT_NE(one_page_key(garbled), one_page_key(other));
  // Only two of them do not make a page garbled.
  EXPECT_FALSE(text(shared + repeated("\xEF\xBF\xBD", 2)).coverage.is_garbled);
  EXPECT_EQ(kind(good, text(shared + repeated("\xEF\xBF\xBD", 2))), Kind::content);
}

TEST(Coverage, EqualTextsAreExactOnlyWhereAllThatIsVisibleIsEqual) {
  const std::string article = "<article><p>" + words("shared", 200) + "</p></article>";
  const auto page = [&](const std::string& footer) {
    return html(article + "<footer><p>" + footer + "</p></footer>", "http://a.example/");
  };
  EXPECT_EQ(kind(page("one two"), page("one two")), Kind::exact);
  EXPECT_EQ(kind(page("one two"), page("one three")), Kind::content);
}

PageFacts with_left_out(std::uint16_t share, std::uint64_t seed, const std::string& url) {
  PageFacts facts;
  facts.has_text = facts.has_fingerprint = facts.has_layout = true;
  facts.digest = {7, 7};
  facts.units = 200;
  facts.shingles = 196;
  set_origin(facts.witness, url.substr(0, 12), url);
  facts.coverage.left_out = share;
  facts.coverage.mostly = LeftOut::named;
  facts.coverage.has_text = keeps_left_out(share);
  for (std::size_t i = 0; i < Sketch::kBins; ++i) {
    facts.coverage.text.bins[i] = static_cast<std::uint8_t>(mix64(seed * 64 + i));
  }
  return facts;
}

TEST(LeftOutMatch, MustAgreeWhereMoreWasLeftOutThanJudged) {
  const PageFacts one = with_left_out(100, 1, "http://a.ex/1");
  EXPECT_TRUE(are_two_pages(one, with_left_out(100, 2, "http://a.ex/2"), 1, {}));
  EXPECT_FALSE(are_two_pages(one, with_left_out(100, 1, "http://a.ex/2"), 1, {}));
  // Captures of one URL are judged by their judged texts.
  EXPECT_FALSE(are_two_pages(one, with_left_out(100, 2, "http://a.ex/1"), 1, {}));
  // Little was left out of both. If much was left out of only one, the other has nothing that could
  // agree.
  EXPECT_FALSE(are_two_pages(with_left_out(40, 1, "http://a.ex/1"),
                             with_left_out(40, 2, "http://a.ex/2"), 1, {}));
  EXPECT_TRUE(are_two_pages(one, with_left_out(0, 1, "http://a.ex/2"), 1, {}));
}

TEST(LeftOutMatch, OfOtherSitesCountsWhereTheyAreBuiltAlike) {
  const PageFacts one = with_left_out(100, 1, "http://a.ex/1");
  PageFacts other = with_left_out(100, 2, "http://b.ex/1");
  EXPECT_TRUE(are_two_pages(one, other, 1, {}));
  for (auto& bin : other.layout.bins) bin = 9;
  EXPECT_FALSE(are_two_pages(one, other, 1, {}));
  // The text's own characters are not chrome.
  other.coverage.mostly = LeftOut::bare;
  EXPECT_TRUE(are_two_pages(one, other, 1, {}));
}

// Three quarters of what was left out agree, but the rest is still more than what was judged.
TEST(LeftOutMatch, MayNotDifferByMoreThanWasJudged) {
  PageFacts one = with_left_out(6400, 1, "http://a.ex/1");
  PageFacts other = with_left_out(6400, 1, "http://a.ex/2");
  for (std::size_t i = 0; i < 16; ++i) other.coverage.text.bins[i] ^= 1U;
  EXPECT_TRUE(are_two_pages(one, other, 1, {}));
  one.coverage.left_out = other.coverage.left_out = 64;
  EXPECT_FALSE(are_two_pages(one, other, 1, {}));
  // One added line, at any place.
  other = with_left_out(6400, 1, "http://a.ex/2");
  one.coverage.left_out = 6400;
  for (std::size_t i = 0; i < 3; ++i) other.coverage.text.bins[i] ^= 1U;
  EXPECT_FALSE(are_two_pages(one, other, 1, {}));
}

TEST(OnePageKey, HoldsWhatWasLeftOut) {
  EXPECT_EQ(one_page_key(with_left_out(100, 1, "http://a.ex/1")),
            one_page_key(with_left_out(100, 1, "http://a.ex/1")));
  EXPECT_NE(one_page_key(with_left_out(100, 1, "http://a.ex/1")),
            one_page_key(with_left_out(100, 2, "http://a.ex/1")));
}

}  // namespace
}  // namespace facsim
