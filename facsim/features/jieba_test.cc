// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/jieba.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>

#include "facsim/base/error.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/jieba_for_test.h"
#include "facsim/features/jieba_slow_for_test.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Strings = std::vector<std::string>;

std::shared_ptr<const JiebaTables> tables_of(const JiebaSource& source) {
  return std::make_shared<const JiebaTables>(JiebaTables::parse(jieba_table_of(source)));
}

Strings strings_of(std::string_view text, const std::vector<JiebaWord>& words) {
  Strings strings;
  for (const auto [begin, end] : words) strings.emplace_back(text.substr(begin, end - begin));
  return strings;
}

Strings cut(const JiebaSource& source, std::string_view text, bool with_hmm) {
  JiebaSegmenter segmenter(tables_of(source), with_hmm);
  std::vector<JiebaWord> words{{7, 9}};
  segmenter.cut(text, words);
  return strings_of(text, words);
}

Strings plain(const JiebaSource& source, std::string_view text) { return cut(source, text, false); }
Strings with_hmm(const JiebaSource& source, std::string_view text) {
  return cut(source, text, true);
}

TEST(JiebaRoute, NothingInNothingOut) {
  EXPECT_THAT(plain({}, ""), IsEmpty());
  EXPECT_THAT(with_hmm({}, ""), IsEmpty());
}

TEST(JiebaRoute, TheMostProbableWordsWin) {
  JiebaSource source;
  source.scores = {{U"春天", -5}, {U"天空", -4}, {U"春", -3}, {U"空", -3}};
  EXPECT_THAT(plain(source, "春天空"), ElementsAre("春", "天空"));  // -7 against -8
  source.scores[U"春天"] = -3.5;
  EXPECT_THAT(plain(source, "春天空"), ElementsAre("春天", "空"));  // -6.5 against -7
}

TEST(JiebaRoute, ATieGoesToTheLongerWord) {
  JiebaSource source;
  source.scores = {{U"春", -3}, {U"天", -3}, {U"春天", -6}};
  EXPECT_THAT(plain(source, "春天"), ElementsAre("春天"));
  source.scores = {{U"春天", -4}, {U"天空", -4}, {U"春", -3}, {U"空", -3}};
  EXPECT_THAT(plain(source, "春天空"), ElementsAre("春天", "空"));
}

TEST(JiebaRoute, PrefixesThatAreNoWordsLeadOn) {
  JiebaSource source;
  source.scores = {{U"甲乙丙丁", -1}, {U"甲", -2}};
  EXPECT_THAT(plain(source, "甲乙丙丁戊"), ElementsAre("甲乙丙丁", "戊"));
  EXPECT_THAT(plain(source, "甲乙丙戊"), ElementsAre("甲", "乙", "丙", "戊"));
  EXPECT_THAT(plain(source, "甲乙丙"), ElementsAre("甲", "乙", "丙"));
}

TEST(JiebaRoute, ACharacterWithoutAnyWordIsTakenAloneWithTheLowestFrequency) {
  JiebaSource source;
  source.score_of_single = -2;
  source.scores = {{U"甲乙", -3.5}};
  EXPECT_THAT(plain(source, "丙甲乙"), ElementsAre("丙", "甲乙"));
  // If any word begins at 甲, 甲 alone is not an option, however improbable the word is.
  source.scores = {{U"甲乙", -1000}};
  EXPECT_THAT(plain(source, "甲乙"), ElementsAre("甲乙"));
}

TEST(JiebaRoute, IdfWordsAreNoWordsOfTheDictionary) {
  JiebaSource source;
  source.idfs = {{U"甲乙", 3}};
  EXPECT_THAT(plain(source, "甲乙"), ElementsAre("甲", "乙"));
}

TEST(JiebaWithoutHmm, LettersAndDigitsAreJoined) {
  JiebaSource source;
  source.scores = {{U"c++", -1}, {U"甲乙", -1}};
  EXPECT_THAT(plain(source, "ab12+c.3"), ElementsAre("ab12", "+", "c", ".", "3"));
  EXPECT_THAT(plain(source, "xc++y"), ElementsAre("x", "c++", "y"));
  EXPECT_THAT(plain(source, "a甲b丙c甲乙d"), ElementsAre("a", "甲", "b", "丙", "c", "甲乙", "d"));
}

TEST(JiebaBlocks, OutsidersStandAlone) {
  const JiebaSource source;
  const auto expected =
      ElementsAre("甲", "，", " ", " ", "\r\n", "\r", "\r\n", "\n", "é", "b", "!");
  EXPECT_THAT(plain(source, "甲，  \r\n\r\r\n\néb!"), expected);
  EXPECT_THAT(with_hmm(source, "甲，  \r\n\r\r\n\néb!"), expected);
}

TEST(JiebaBlocks, BordersOfTheIdeographs) {
  JiebaSource source;
  source.scores = {{U"\u4e00\u9fd5", -1}};
  EXPECT_THAT(plain(source, "\u4dff\u4e00\u9fd5\u9fd6"),
              ElementsAre("\u4dff", "\u4e00\u9fd5", "\u9fd6"));
  // Characters outside this range divide the block, those within do not.
  source.emissions[0x4e00] = {-1, -1, -1, -20};
  EXPECT_THAT(with_hmm(source, "\u4e00\u4e00\u9fd6\u4e00"),
              ElementsAre("\u4e00\u4e00", "\u9fd6", "\u4e00"));
  EXPECT_THAT(plain(source, "\U00020000\U0001f600"), ElementsAre("\U00020000", "\U0001f600"));
}

TEST(JiebaBlocks, IllFormedBytesAreOneCharacterForEachMaximalPart) {
  const JiebaSource source;
  const std::string_view nul("a\0b", 3);
  EXPECT_THAT(plain(source, nul), ElementsAre("a", std::string(1, '\0'), "b"));
  EXPECT_THAT(plain(source, "a\xe4\xb8"), ElementsAre("a", "\xe4\xb8"));
  EXPECT_THAT(plain(source, "\xe4\xb8\xe4\xb8\x80"), ElementsAre("\xe4\xb8", "\xe4\xb8\x80"));
  EXPECT_THAT(plain(source, "\xed\xa0\x80"), ElementsAre("\xed", "\xa0", "\x80"));
  EXPECT_THAT(plain(source, "\xff\x80z"), ElementsAre("\xff", "\x80", "z"));
  EXPECT_THAT(plain(source, "\xf0\x9f\x98z"), ElementsAre("\xf0\x9f\x98", "z"));
}

// In the model of JiebaSource, characters without emissions become singles on a tie.
JiebaSource moonlit() {
  JiebaSource source;
  source.emissions[U'月'] = {-1, -9, -9, -8};
  source.emissions[U'光'] = {-9, -9, -1, -8};
  source.emissions[U'夜'] = {-9, -1, -9, -8};
  return source;
}

TEST(JiebaHmm, SingleCharactersOfTheRouteAreJoined) {
  EXPECT_THAT(with_hmm(moonlit(), "月夜"), ElementsAre("月夜"));
  EXPECT_THAT(with_hmm(moonlit(), "月光光夜月夜"), ElementsAre("月光光夜", "月夜"));
  EXPECT_THAT(with_hmm(moonlit(), "月"), ElementsAre("月"));
  EXPECT_THAT(plain(moonlit(), "月夜"), ElementsAre("月", "夜"));
}

TEST(JiebaHmm, ALongerWordEndsTheBuffer) {
  JiebaSource source = moonlit();
  source.scores = {{U"春天", -1}};
  EXPECT_THAT(with_hmm(source, "月夜春天月夜"), ElementsAre("月夜", "春天", "月夜"));
  EXPECT_THAT(with_hmm(source, "月春天夜"), ElementsAre("月", "春天", "夜"));
}

TEST(JiebaHmm, ABufferThatIsAWordIsCutIntoCharacters) {
  JiebaSource source = moonlit();
  source.scores = {{U"月", -1}, {U"夜", -1}, {U"月夜", -50}};
  EXPECT_THAT(with_hmm(source, "月夜"), ElementsAre("月", "夜"));
  EXPECT_THAT(with_hmm(source, "月夜月夜"), ElementsAre("月夜", "月夜"));
  // A prefix of a word is not a word.
  source.scores = {{U"月夜光", -50}, {U"月", -1}, {U"夜", -1}};
  EXPECT_THAT(with_hmm(source, "月夜"), ElementsAre("月夜"));
}

TEST(JiebaHmm, NumbersAndLetters) {
  const JiebaSource source;
  EXPECT_THAT(with_hmm(source, "3.14%x"), ElementsAre("3.14%", "x"));
  EXPECT_THAT(with_hmm(source, "1.2.3"), ElementsAre("1.2", ".", "3"));
  EXPECT_THAT(with_hmm(source, "a.b1.5c%%"), ElementsAre("a", ".", "b1.5", "c%", "%"));
  EXPECT_THAT(with_hmm(source, "+#&_-abc."), ElementsAre("+#&_-", "abc", "."));
  EXPECT_THAT(with_hmm(source, "v2.x."), ElementsAre("v2", ".", "x", "."));
  EXPECT_THAT(with_hmm(moonlit(), "a月夜b"), ElementsAre("a", "月夜", "b"));
}

TEST(JiebaHmm, TiesGoToTheLargerLetter) {
  JiebaSource source;
  source.start = {};
  source.transitions = {};
  source.emissions[U'甲'] = {};
  // All zero: S at the end, and S before S.
  EXPECT_THAT(with_hmm(source, "甲甲甲"), ElementsAre("甲", "甲", "甲"));
  // E wins at the end by little: M before it, and M before that.
  source.emissions[U'乙'] = {0, 0.5, 0, 0};
  const std::string states = slow_states(source, U"甲甲乙");
  EXPECT_EQ(states, "MME");
  EXPECT_THAT(with_hmm(source, "甲甲乙"), ElementsAre("甲甲乙"));
}

// A sum that contains -3.14e100 cannot represent the other probabilities.
TEST(JiebaHmm, MissingEmissionsSwallowTheOthers) {
  JiebaSource source = moonlit();
  const std::u32string text = U"丙月夜丙丙月光夜";
  EXPECT_EQ(with_hmm(source, utf8_of(text)), [&] {
    Strings expected;
    for (const std::u32string& word : slow_words(source, text, true)) {
      expected.push_back(utf8_of(word));
    }
    return expected;
  }());
}

TEST(JiebaSegmenter, IsReusable) {
  JiebaSegmenter segmenter(tables_of(moonlit()), true);
  std::vector<JiebaWord> words;
  segmenter.cut("月光光光夜 abc", words);
  EXPECT_THAT(words, ElementsAre(JiebaWord{0, 15}, JiebaWord{15, 16}, JiebaWord{16, 19}));
  segmenter.cut("月夜", words);
  EXPECT_THAT(words, ElementsAre(JiebaWord{0, 6}));
  segmenter.cut("", words);
  EXPECT_THAT(words, IsEmpty());
}

TEST(JiebaSegmenter, RefusesTextsBeyondItsLimit) {
  JiebaSegmenter segmenter(tables_of({}), true);
  std::vector<JiebaWord> words;
  // Rejected before it is read.
  EXPECT_THROW(segmenter.cut(std::string_view("x", kJiebaTextBytesMax + 1), words), Error);
}

TEST(JiebaSegmenter, LongBlocksTakeLinearTime) {
  JiebaSource source = moonlit();
  source.scores = {{std::u32string(kJiebaWordCharsMax, U'x'), -1}};
  const auto tables = tables_of(source);
  JiebaSegmenter segmenter(tables, true);
  JiebaSegmenter plain_segmenter(tables, false);
  std::vector<JiebaWord> words;
  const std::string latin(5'000'000, 'y');
  segmenter.cut(latin, words);
  EXPECT_EQ(words.size(), 1U);
  plain_segmenter.cut(latin, words);
  EXPECT_EQ(words.size(), 1U);
  std::string han;
  for (int i = 0; i < 500'000; ++i) han += "月夜";
  segmenter.cut(han, words);
  EXPECT_EQ(words.size(), 500'000U);
  const std::string longest(100 * kJiebaWordCharsMax + 1, 'x');
  segmenter.cut(longest, words);
  EXPECT_EQ(words.size(), 101U);
}

std::u32string draw_text(std::u32string_view alphabet, int size_max) {
  std::u32string text;
  const int size = draw_below(size_max + 1);
  for (int i = 0; i < size; ++i) {
    text += alphabet[static_cast<std::size_t>(draw_below(static_cast<int>(alphabet.size())))];
  }
  return text;
}

// Few characters and few different numbers, all multiples of a half, so that ties are common.
JiebaSource draw_source() {
  const std::u32string_view alphabet = U"甲乙丙龥a1.%";
  const auto draw_half = [] { return -0.5 * draw_below(8); };
  JiebaSource source;
  source.score_of_single = draw_half();
  const int words = draw_below(30);
  for (int i = 0; i < words; ++i) {
    const std::u32string word = draw_text(alphabet, 4);
    if (!word.empty()) source.scores[word] = draw_half();
  }
  for (double& score : source.start) score = draw_half();
  for (JiebaStates& from : source.transitions) {
    for (double& score : from) score = draw_half();
  }
  for (const char32_t c : {U'甲', U'乙', U'龥'}) {
    for (double& score : source.emissions[c]) score = draw_below(6) ? draw_half() : kNoEmission;
  }
  return source;
}

RC_GTEST_PROP(JiebaProperty, AgreesWithTheSlowTwin, ()) {
  const JiebaSource source = draw_source();
  const auto tables = tables_of(source);
  for (const bool with_model : {false, true}) {
    JiebaSegmenter segmenter(tables, with_model);
    std::vector<JiebaWord> words;
    for (int i = 0; i < 20; ++i) {
      const std::u32string text = draw_text(U"甲乙丙龥甲乙丙龥ab12.%+ \r\n，", 24);
      const std::string utf8 = utf8_of(text);
      segmenter.cut(utf8, words);
      Strings expected;
      for (const auto& word : slow_words(source, text, with_model)) {
        expected.push_back(utf8_of(word));
      }
      RC_ASSERT(strings_of(utf8, words) == expected);
    }
  }
}

std::string draw_bytes() {
  std::string bytes = draw_mixed_text();
  const int cuts = draw_below(4);
  for (int i = 0; i < cuts && !bytes.empty(); ++i) {
    const auto at = static_cast<std::size_t>(draw_below(static_cast<int>(bytes.size())));
    bytes[at] = static_cast<char>(draw_below(256));
  }
  return bytes;
}

RC_GTEST_PROP(JiebaProperty, WordsCoverAnyBytesAndLieOnBorders, ()) {
  const std::string text = draw_bytes();
  std::string replaced;  // the text with U+FFFD for each ill-formed part
  std::vector<bool> is_border(text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    is_border[at] = true;
    at += c.bytes;
    replaced += utf8_of(c.value);
  }
  is_border[text.size()] = true;
  JiebaSource source = moonlit();
  source.scores = {{U"中文", -2}, {U"文", -1}, {U"the", -3}};
  for (const bool with_model : {false, true}) {
    JiebaSegmenter segmenter(tables_of(source), with_model);
    std::vector<JiebaWord> words;
    segmenter.cut(text, words);
    std::size_t end = 0;
    for (const JiebaWord& word : words) {
      RC_ASSERT(word.begin == end);
      RC_ASSERT(word.end > word.begin);
      RC_ASSERT(is_border[word.end]);
      end = word.end;
    }
    RC_ASSERT(end == text.size());
    std::vector<JiebaWord> words_of_replaced;
    segmenter.cut(replaced, words_of_replaced);
    RC_ASSERT(words.size() == words_of_replaced.size());
  }
}

JiebaSource keyword_source() {
  JiebaSource source = moonlit();
  source.scores = {{U"春天", -1}, {U"花开", -1}, {U"天空", -1}};
  source.idfs = {{U"春天", 2}, {U"花开", 8}, {U"月夜", 3}};
  source.median_idf = 4;
  return source;
}

TEST(JiebaKeywords, WeighByCountAndIdf) {
  JiebaKeywords keywords(tables_of(keyword_source()));
  // Counted: 春天 twice, 花开, 月夜 (found by the model), 天空 (the median), x1 (also the median).
  const std::string text = "春天，花开 春天\r\n月夜 the 天空 x1 OF 丙 y\r\n";
  EXPECT_THAT(keywords.extract(text, 0),
              ElementsAre(Keyword{"花开", 1 * (8.0 / 6)}, Keyword{"春天", 2 * (2.0 / 6)},
                          Keyword{"天空", 1 * (4.0 / 6)}, Keyword{"x1", 1 * (4.0 / 6)},
                          Keyword{"月夜", 1 * (3.0 / 6)}));
  EXPECT_THAT(keywords.extract(text, 1), ElementsAre(Keyword{"花开", 8.0 / 6}));
  EXPECT_THAT(keywords.extract("花开", 50), ElementsAre(Keyword{"花开", 8.0}));
}

TEST(JiebaKeywords, NoneInTextsWithoutLongWords) {
  JiebaKeywords keywords(tables_of(keyword_source()));
  EXPECT_THAT(keywords.extract("", 0), IsEmpty());
  EXPECT_THAT(keywords.extract("丙 a \r\n\r\n \xe4\xb8 The which WHICH", 0), IsEmpty());
  EXPECT_THAT(keywords.extract("whiches", 0), ElementsAre(Keyword{"whiches", 4.0}));
}

TEST(JiebaKeywords, CaseMattersButForStopWords) {
  JiebaKeywords keywords(tables_of(keyword_source()));
  EXPECT_THAT(keywords.extract("Foo foo FROM From", 0),
              ElementsAre(Keyword{"Foo", 2.0}, Keyword{"foo", 2.0}));
}

// The division comes first: the other order gives a different double, 3 * 1.1 / 7.
TEST(JiebaKeywords, WeightsAreRoundedAsInPython) {
  JiebaSource source = keyword_source();
  source.idfs = {{U"春天", 1.1}};
  JiebaKeywords keywords(tables_of(source));
  volatile double idf = 1.1;  // not folded by the compiler in a wider type
  const double expected = 3 * (idf / 7);
  const double other = 3 * idf / 7;
  ASSERT_NE(expected, other);
  const auto found = keywords.extract("春天 花开 春天 花开 春天 花开 天空", 0);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[2], (Keyword{"春天", expected}));
}

}  // namespace
}  // namespace facsim
