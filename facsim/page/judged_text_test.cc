// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/judged_text.h"

#include <gtest/gtest.h>

#include <utility>

namespace facsim {
namespace {

Document document_of(std::string main, bool has_markup) {
  Document document;
  document.visible_text = "menu " + main;
  document.main_text = std::move(main);
  document.has_markup = has_markup;
  if (!has_markup) document.visible_text = std::exchange(document.main_text, {});
  return document;
}

TEST(JudgedText, IsTheMainTextFromTheFallbackOn) {
  Recipe recipe;
  recipe.fallback_units_min = 3;
  std::vector<std::uint64_t> units;
  const Document enough = document_of("one two three", true);
  const JudgedText main = judged_text(enough, recipe, units);
  EXPECT_EQ(main.text, enough.main_text);
  EXPECT_FALSE(main.is_visible || main.used_fallback);
  EXPECT_EQ(units.size(), 3U);

  const Document few = document_of("one two", true);
  const JudgedText visible = judged_text(few, recipe, units);
  EXPECT_EQ(visible.text, "menu one two");
  EXPECT_TRUE(visible.is_visible && visible.used_fallback);
  EXPECT_EQ(units.size(), 3U);
}

TEST(JudgedText, OfPlainTextIsAllThereIs) {
  std::vector<std::uint64_t> units;
  const Document document = document_of("one", false);
  const JudgedText judged = judged_text(document, Recipe{}, units);
  EXPECT_EQ(judged.text, "one");
  EXPECT_FALSE(judged.is_visible || judged.used_fallback);
}

TEST(JudgedText, OfRecipesOfAllTextIsVisibleWithoutFallingBack) {
  Recipe recipe;
  recipe.parts.assign(1, {});
  recipe.parts[0].part = TextPart::all;
  ASSERT_TRUE(recipe.judges_all_text());
  std::vector<std::uint64_t> units;
  const Document document = document_of(std::string(400, 'x'), true);
  const JudgedText judged = judged_text(document, recipe, units);
  EXPECT_EQ(judged.text, document.visible_text);
  EXPECT_TRUE(judged.is_visible);
  EXPECT_FALSE(judged.used_fallback);
}

}  // namespace
}  // namespace facsim
