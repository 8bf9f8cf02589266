// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/sentence.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "facsim/base/error.h"

namespace facsim {
namespace {

std::string loud_words(Named named, std::string_view value) {
  if (named == Named::text_size) return {};
  return "<" + plain_words(named, value) + ">";
}

TEST(Sentence, HasPlainWordsForWhoeverHasNoOwn) {
  const Sentence sentence = "give " + Named::tmp + " a larger folder";
  const std::string& text = sentence.plain();
  EXPECT_EQ(text, "give tmp a larger folder");
  EXPECT_EQ(sentence.in(plain_words), text);
  EXPECT_EQ(Sentence("as it is").in(loud_words), "as it is");
  EXPECT_EQ(Sentence().in(loud_words), "");
}

TEST(Sentence, EachNameIsRenderedWhereverItStands) {
  Sentence sentence = Named::tmp + " or " + Sentence(Named::keep, "newest");
  EXPECT_EQ(sentence.in(loud_words), "<tmp> or <keep=newest>");
  sentence = "a; " + sentence + ", '" + Named::index_build + " DIR'";
  EXPECT_EQ(sentence.in(loud_words), "a; <tmp> or <keep=newest>, '<index build> DIR'");
  sentence.remove_prefix(3);
  sentence += sentence;
  EXPECT_EQ(sentence.in(loud_words),
            "<tmp> or <keep=newest>, '<index build> DIR'<tmp> or <keep=newest>, "
            "'<index build> DIR'");
  EXPECT_EQ(Sentence(Named::index_check, "a b").plain(), "index check a b");
}

TEST(Sentence, NamesOfOthersAreTextWhateverTheySay) {
  const Sentence sentence = std::string("/tmp/tmp: see ") + Named::tmp;
  EXPECT_EQ(sentence.in(loud_words), "/tmp/tmp: see <tmp>");
}

TEST(Sentence, AHintIsLeftOutWhereADoorHasNoWord) {
  const Sentence hint = "too long" + Sentence::hint(" (see ", Named::text_size, ")") + ".";
  EXPECT_EQ(hint.plain(), "too long (see text_size).");
  EXPECT_EQ(hint.in(loud_words), "too long.");
  EXPECT_EQ(("a" + Sentence::hint("; ", Named::follow, " reads it")).in(loud_words),
            "a; <follow> reads it");
}

TEST(Named, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(kLastNamed); ++i) {
    const Named named = static_cast<Named>(i);
    EXPECT_TRUE(names.insert(name_of(named)).second) << name_of(named);
    EXPECT_EQ(is_setting(named), i < static_cast<int>(kFirstAction));
  }
  EXPECT_EQ(name_of(Named::against), "against");
  EXPECT_EQ(name_of(Named::warn_loss), "warn_loss");
  EXPECT_EQ(name_of(Named::dedup), "dedup");
  EXPECT_EQ(name_of(Named::store_restore), "store restore");
  EXPECT_EQ(name_of(Named::summary), "summary.json");
}

TEST(Error, IsPlaceFaultAndRemedy) {
  const Error error{ErrorCode::no_space, "no space left", "/a; b", "raise " + Named::memory};
  EXPECT_STREQ(error.what(), "/a; b: no space left; raise memory");
  EXPECT_EQ(error.sentence().in(loud_words), "/a; b: no space left; raise <memory>");
  EXPECT_EQ(error.without_remedy().plain(), "/a; b: no space left");
  EXPECT_EQ(error.without_place().plain(), "no space left; raise memory");
  EXPECT_EQ(error.fault().plain(), "no space left");
  EXPECT_STREQ(Error(ErrorCode::io, "gone").what(), "gone");
}

}  // namespace
}  // namespace facsim
