// SPDX-License-Identifier: Apache-2.0
// Signs without which a text has the same meaning: both implementations give equal units with and
// without them, and everything that the recipes of other programs read is unchanged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>

#include "facsim/base/utf.h"
#include "facsim/features/bare_characters.h"
#include "facsim/features/feature_maker.h"
#include "facsim/features/mixed_text_for_test.h"
#include "facsim/features/shingles.h"
#include "facsim/features/text_digest.h"
#include "facsim/features/title_key.h"
#include "facsim/features/unit_ranges.h"
#include "facsim/features/units.h"
#include "facsim/features/windows.h"

namespace facsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kArabic =
    "ذهب الصياد إلى الميناء القديم في الصباح الباكر قبل شروق الشمس وحمل معه شبكة كبيرة ومصباحا "
    "صغيرا وجلس على الرصيف ينتظر القارب الذي يأتي من الجزيرة كل يوم محملا بالسمك والخضار";
const std::string kHebrew =
    "הדייג הלך אל הנמל הישן בבוקר מוקדם לפני הזריחה ונשא עמו רשת גדולה ופנס קטן וישב על הרציף";

std::vector<std::string> unit_texts(std::string_view text) {
  std::vector<std::string> units;
  for (const Unit& unit : split_units(text)) units.push_back(unit.text);
  return units;
}

std::vector<std::uint64_t> unit_hashes(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  hash_units(text, 0, hashes);
  return hashes;
}

// Returns the text with signs after its letters, taken in rotation.
std::string with_signs(std::string_view text, const std::vector<std::string>& signs) {
  std::string out;
  std::size_t turn = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = text[at] == ' ' ? 1 : 2;
    out += text.substr(at, size);
    if (size == 2) out += signs[turn++ % signs.size()];
    at += size;
  }
  return out;
}

// Returns an empty string if no function of units distinguishes the two, and the digest does.
std::string told_apart(const std::string& plain, const std::string& written) {
  if (unit_hashes(plain) != unit_hashes(written)) return "hash_units";
  if (unit_texts(plain) != unit_texts(written)) return "split_units";
  if (unit_ranges(plain).size() != unit_ranges(written).size()) return "unit_ranges";
  if (title_key(plain) != title_key(written)) return "title_key";
  std::string scratch;
  return text_digest(plain, scratch) != text_digest(written, scratch) ? "" : "not by the digest";
}

double shingle_resemblance(const std::string& a, const std::string& b) {
  std::vector<std::uint64_t> scratch;
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  shingle_set(unit_hashes(a), 5, first, scratch);
  shingle_set(unit_hashes(b), 5, second, scratch);
  std::vector<std::uint64_t> shared;
  std::ranges::set_intersection(first, second, std::back_inserter(shared));
  return static_cast<double>(shared.size()) /
         static_cast<double>(first.size() + second.size() - shared.size());
}

TEST(DroppedSigns, ArabicVowelSignsAndTatweelTellNothingApart) {
  const std::vector<std::vector<std::string>> cases = {
      {"\u064e", "", "\u064f", "", "", "\u0650\u0651"},  // harakat here and there
      {"\u0640", "", "", ""},                            // tatweel
      {"\u0640\u0640\u064e"},                            // a sign on tatweel
      {"\u0670", "\u06d6", "\u06e1", "\u08f0", "\u0610"},
      {"\ufe76", "\ufe77", "\ufc60", "\ufcf2", "\ufe7d"},  // forms of the signs alone
  };
  for (const auto& signs : cases) {
    const std::string written = with_signs(kArabic, signs);
    EXPECT_EQ(told_apart(kArabic, written), "") << written;
    EXPECT_EQ(shingle_resemblance(kArabic, written), 1.0);
  }
}

TEST(DroppedSigns, HebrewPointsAndAccentsTellNothingApart) {
  for (const std::vector<std::string>& signs :
       {std::vector<std::string>{"\u05b8", "", "\u05b0", "\u05b4", "", "\u05b6\u05bc"},
        std::vector<std::string>{"\u05c1\u05b8\u0596", "\u0591", "\u05bd\u05a5"}}) {
    EXPECT_EQ(told_apart(kHebrew, with_signs(kHebrew, signs)), "");
  }
}

// One word of forty differs: the resemblance equals that of the plain texts.
TEST(DroppedSigns, NearlyEqualTextsStayAsNear) {
  const std::string other = "كتاب" + kArabic.substr(kArabic.find(' '));
  const std::string written = with_signs(other, {"\u064e", "\u0640", "", "\u0652"});
  EXPECT_EQ(shingle_resemblance(kArabic, other), shingle_resemblance(kArabic, written));
  EXPECT_GT(shingle_resemblance(kArabic, written), 0.9);
  EXPECT_LT(shingle_resemblance(kArabic, written), 1.0);
}

TEST(DroppedSigns, MarksThatMakeAnotherLetterStay) {
  EXPECT_THAT(unit_texts("\u0627\u064e\u0653 \u0622"), ElementsAre("\u0622", "\u0622"));
  EXPECT_THAT(unit_texts("\u0627\u06d6\u0653"), ElementsAre("\u0622"));  // after one of its order
  EXPECT_THAT(unit_texts("\u064a\u0640\u0654"), ElementsAre("\u0626"));
  EXPECT_THAT(unit_texts("\u0627 \u0627\u0655 \u0627\u065f"),
              ElementsAre("\u0627", "\u0625", "\u0627\u065f"));
}

TEST(DroppedSigns, PresentationFormsAreLetters) {
  EXPECT_THAT(unit_texts("\ufb1d\ufb1f \ufb2a\ufb4b \ufb4f"),
              ElementsAre("\u05d9\u05f2", "\u05e9\u05d5", "\u05d0\u05dc"));
  EXPECT_THAT(unit_texts("\ufefb \ufc5b \ufd3c\ufe8f \ufdf2"),
              ElementsAre("\u0644\u0627", "\u0630", "\u0627\u0628", "\u0627\u0644\u0644\u0647"));
  EXPECT_THAT(unit_texts("\u0633\ufe73 \ufe76\ufc5e"), ElementsAre("\u0633"));
}

TEST(DroppedSigns, SyriacSamaritanAndNko) {
  EXPECT_THAT(unit_texts("\u0710\u0730\u0712\u0732"), ElementsAre("\u0710\u0712"));
  EXPECT_THAT(unit_texts("\u0710\u0740"), ElementsAre("\u0710\u0740"));  // grammar
  EXPECT_THAT(unit_texts("\u0800\u0823\u0801"), ElementsAre("\u0800\u0801"));
  EXPECT_THAT(unit_texts("\u07ca\u07fa\u07eb"), ElementsAre("\u07ca\u07eb"));  // a tone
}

TEST(DroppedSigns, AccentsAndVowelsOfOtherScriptsStay) {
  for (const std::string text :
       {"e\u0301", "\u03b1\u0301", "\u0438\u0306", "\u0915\u093f", "\u0e01\u0e34", "\u0783\u07a8",
        "\u0b95\u0bca", "a\u0323\u0308", "\u1019\u102d", "\u0f40\u0f72"}) {
    EXPECT_NE(unit_hashes(text),
              unit_hashes(text.substr(0, text[0] == 'e' || text[0] == 'a' ? 1 : 2)))
        << text;
    EXPECT_EQ(unit_texts(text), std::vector{to_utf8(folded_characters(text, Folding::nfkc))})
        << text;
  }
}

TEST(DroppedSigns, AloneTheyMakeNoUnit) {
  EXPECT_THAT(unit_texts("\u064e \u0640\u0640 \u05b7 \u0670\u0640"), IsEmpty());
  EXPECT_THAT(unit_hashes("\u064e \u0640\u0640 \u05b7 \u0670\u0640"), IsEmpty());
  EXPECT_THAT(unit_texts("\u064ea\u064e"), ElementsAre("a"));
  EXPECT_THAT(unit_texts("\u4e2d\u064e\u6587"), ElementsAre("\u4e2d", "\u6587"));
}

TEST(DroppedSigns, LongRunsAreDropped) {
  const std::size_t times = 10'000;
  std::string run;
  for (std::size_t i = 0; i < times; ++i) run += "\u0640";
  EXPECT_THAT(unit_texts("\u0628" + run + "\u0644"), ElementsAre("\u0628\u0644"));
  EXPECT_EQ(unit_hashes("\u0628" + run + "\u0644"), unit_hashes("\u0628\u0644"));
  std::string tower;
  for (std::size_t i = 0; i < times; ++i) tower += i % 2 == 0 ? "\u064e" : "\u0651";
  EXPECT_THAT(unit_texts("\u0628" + tower + "\u0644" + run), ElementsAre("\u0628\u0644"));
  EXPECT_EQ(unit_hashes("\u0628" + tower + "\u0644" + run), unit_hashes("\u0628\u0644"));
  EXPECT_THAT(unit_texts(run + tower), IsEmpty());
}

// In any order of the marks of a letter.
RC_GTEST_PROP(DroppedSignsProperty, SignsAnywhereChangeNoUnit, ()) {
  const std::vector<std::string> signs = {"\u064e", "\u0651", "\u0640", "\u0670", "\u05b8",
                                          "\u0591", "\u06d6", "\u0730", "\ufe76", "\u08f3"};
  std::string plain;
  std::string written;
  int joined = 0;  // characters that are normalised together
  for (int n = draw_below(40); n > 0; --n) {
    std::string piece = draw_hard_piece();
    // Bytes of an incomplete character would continue in the next piece, or end at a sign.
    if (count_characters(piece).replaced != 0) piece += 'x';
    plain += piece;
    written += piece;
    // Towers are cut after 64 characters, so they are lower here.
    for (int more = joined < 16 ? draw_below(3) : 0; more > 0; --more) {
      written += signs[static_cast<std::size_t>(draw_below(static_cast<int>(signs.size())))];
      ++joined;
    }
    if (draw_below(3) == 0) {
      plain += 'x';
      written += 'x';
      joined = 0;
    }
  }
  RC_ASSERT(unit_hashes(plain) == unit_hashes(written));
  RC_ASSERT(unit_texts(plain) == unit_texts(written));
}

// Words of jieba and ICU, and windows, contain the signs, as in other programs.
TEST(DroppedSigns, StayForRecipesOfOtherPrograms) {
  const std::string written = "\u0628\u064e\u0640\u0644 \u05e9\u05c1";
  EXPECT_EQ(folded_letters(written), "\u0628\u064e\u0640\u0644\u05e9\u05c1");
  EXPECT_THAT(folded_characters(written, Folding::nfkc), SizeIs(7));
  EXPECT_THAT(folded_characters(written, Folding::python), SizeIs(4));
  Recipe recipe;
  recipe.units.kind = UnitKind::icu_words;
  recipe.features.lengths = {1};
  FeatureMaker maker(recipe, {});
  maker.begin();
  maker.add(written);
  std::vector<std::string> names;
  for (const TextFeature& feature : maker.finish()) names.push_back(feature.text);
  EXPECT_THAT(names, ElementsAre("\u0628\u064e\u0640\u0644", "\u05e9\u05c1"));
}

}  // namespace
}  // namespace facsim
