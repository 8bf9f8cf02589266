// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "facsim/base/error.h"

namespace facsim {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Rows and segments carry these ids. A red line asks: did we mean to change the bits?
TEST(Recipe, IdsArePinned) {
  EXPECT_EQ(hex(recipe_named("balanced").id()), "0763555085624956");
  EXPECT_EQ(hex(recipe_named("all-text").id()), "c95a96ac18190a12");
}

TEST(Recipe, HexIsSixteenLowerCaseDigits) {
  EXPECT_EQ(hex(RecipeId{0}), "0000000000000000");
  EXPECT_EQ(hex(RecipeId{0x00ab'cdef'0123'4567U}), "00abcdef01234567");
  EXPECT_EQ(hex(RecipeId{~std::uint64_t{0}}), "ffffffffffffffff");
}

TEST(Recipe, ANameDecidesNoBits) {
  Recipe recipe;
  const RecipeId before = recipe.id();
  recipe.name = "renamed";
  EXPECT_EQ(recipe.id(), before);
}

TEST(Recipe, EveryFieldThatDecidesBitsMakesAnotherId) {
  std::set<std::string> texts = {Recipe{}.to_text()};
  std::set<RecipeId> ids = {Recipe{}.id()};
  const auto differs = [&](auto change) {
    Recipe recipe;
    change(recipe);
    texts.insert(recipe.to_text());
    ids.insert(recipe.id());
  };
  differs([](Recipe& r) { r.text = TextPart::all; });
  differs([](Recipe& r) { r.fallback_units_min = 21; });
  differs([](Recipe& r) { r.shingle_size = 4; });
  differs([](Recipe& r) { r.seed = 1; });
  differs([](Recipe& r) { r.version = 2; });
  EXPECT_EQ(texts.size(), 6U);
  EXPECT_EQ(ids.size(), 6U);
}

TEST(Recipe, TextIsLinesOfNameAndValue) {
  const std::string text = Recipe{}.to_text();
  EXPECT_THAT(text, testing::StartsWith("text = main\nfallback_units_min = 20\n"));
  EXPECT_THAT(text, HasSubstr("\nshingle_size = 5\n"));
  EXPECT_THAT(text, testing::EndsWith("\nseed = 0\nversion = 1\n"));
}

TEST(Recipe, EveryListedNameIsKnown) {
  for (const std::string_view name : recipe_names()) EXPECT_EQ(recipe_named(name).name, name);
  EXPECT_EQ(recipe_named("all-text").text, TextPart::all);
}

TEST(Profile, EveryListedNameIsKnown) {
  for (const std::string_view name : profile_names()) {
    const Profile profile = profile_named(name);
    EXPECT_EQ(profile.name, name);
    EXPECT_EQ(profile.max_distance, 3);
    EXPECT_EQ(profile.units_min, 20U);
    EXPECT_EQ(profile.recipe.id(), recipe_named("balanced").id());
  }
}

TEST(Profile, DiffersInChannelsAndThresholdsOnly) {
  EXPECT_FALSE(profile_named("compact").use_bands);
  EXPECT_EQ(profile_named("compact").thresholds.resemblance_min, 0.8);
  EXPECT_TRUE(profile_named("balanced").use_bands);
  EXPECT_EQ(profile_named("balanced").thresholds.resemblance_min, 0.8);
  EXPECT_TRUE(profile_named("strict").use_bands);
  EXPECT_EQ(profile_named("strict").thresholds.resemblance_min, 0.9);
}

std::string refusal(auto call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Profile, AnUnknownNameIsToldTheKnownOnes) {
  EXPECT_THAT(refusal([] { return profile_named("fast"); }),
              AllOf(HasSubstr("'fast'"), HasSubstr("compact, balanced, strict")));
  EXPECT_THAT(refusal([] { return profile_named(""); }), HasSubstr("balanced"));
  EXPECT_THAT(refusal([] { return recipe_named("thorough"); }),
              AllOf(HasSubstr("'thorough'"), HasSubstr("balanced, all-text")));
  EXPECT_THAT(refusal([] { return profile_named("thorough"); }),
              AllOf(HasSubstr("agreement and anchors"), HasSubstr("compact, balanced, strict")));
}

}  // namespace
}  // namespace facsim
