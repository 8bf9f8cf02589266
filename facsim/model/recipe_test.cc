// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <set>

#include "facsim/base/refusal_for_test.h"
#include "facsim/model/profile.h"

namespace facsim {
namespace {

using for_test::refusal;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Recipe parsed(const std::string& toml) { return parse_recipe(toml, "mine.toml"); }
std::string refused(const std::string& toml) {
  return refusal([&] { return parsed(toml); });
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
  recipe.features.weighting = Weighting::tf_idf;
  recipe.features.idf = {.file = "a", .digest = 7};
  const RecipeId with_table = recipe.id();
  recipe.features.idf.file = "b";
  EXPECT_EQ(recipe.id(), with_table);
  recipe.features.idf.digest = 8;
  EXPECT_NE(recipe.id(), with_table);
}

// Every way to change one choice of a recipe, and the ids that change with it.
struct Change {
  std::string what;
  bool of_fingerprint;
  bool of_sketch;
  void (*change)(Recipe& recipe);
};

const std::vector<Change>& changes() {
  static const std::vector<Change> all = {
      {"part", true, true, [](Recipe& r) { r.parts[0].part = TextPart::all; }},
      {"second part", true, false,
       [](Recipe& r) { r.parts.push_back({TextPart::title, "", 0, 1}); }},
      {"weight", true, false, [](Recipe& r) { r.parts[0].weight = 2; }},
      {"fallback", true, true, [](Recipe& r) { r.fallback_units_min = 21; }},
      {"titled fallback", true, true, [](Recipe& r) { r.titled_fallback_units_min = 21; }},
      {"units", true, false, [](Recipe& r) { r.units.kind = UnitKind::icu_words; }},
      {"lengths", true, false, [](Recipe& r) { r.features.lengths = {1, 3}; }},
      {"weighting", true, false, [](Recipe& r) { r.features.weighting = Weighting::tf; }},
      {"top", true, false, [](Recipe& r) { r.features.top = 50; }},
      {"topic", true, false, [](Recipe& r) { r.features.topic = {"t", 1}; }},
      {"stop words", true, false, [](Recipe& r) { r.features.stop_words = {"t", 1}; }},
      {"bits", true, false, [](Recipe& r) { r.fingerprint.bits = 128; }},
      {"seed", true, false, [](Recipe& r) { r.fingerprint.seed = 1; }},
      {"of nothing", true, false, [](Recipe& r) { r.fingerprint.of_nothing = true; }},
      {"shingle size", false, true, [](Recipe& r) { r.sketch.shingle_size = 4; }},
      {"bins", false, true, [](Recipe& r) { r.sketch.bins = 128; }},
      {"bin bits", false, true, [](Recipe& r) { r.sketch.bits = 1; }},
      {"sketch seed", false, true, [](Recipe& r) { r.sketch.seed = 1; }},
      {"anchors", false, true, [](Recipe& r) { r.anchors.smallest = 16; }},
      {"anchor shingles", false, true,
       [](Recipe& r) {
         r.anchors.shingle_size = 4;
         r.anchors.smallest = 2;
       }},
      {"modulus", false, true, [](Recipe& r) { r.anchors.modulus = 32; }},
      {"layout bins", false, true, [](Recipe& r) { r.layout_bins = 32; }},
      {"layout bits", false, true, [](Recipe& r) { r.layout_bits = 4; }},
  };
  return all;
}

TEST(Recipe, EveryChoiceThatDecidesBitsMakesAnotherId) {
  std::set<RecipeId> ids = {Recipe{}.id()};
  for (const Change& change : changes()) {
    Recipe recipe;
    change.change(recipe);
    EXPECT_TRUE(ids.insert(recipe.id()).second) << change.what;
    EXPECT_EQ(recipe.fingerprint_id() != Recipe{}.fingerprint_id(), change.of_fingerprint)
        << change.what;
    EXPECT_EQ(recipe.sketch_id() != Recipe{}.sketch_id(), change.of_sketch) << change.what;
    EXPECT_EQ(parsed(to_toml(recipe)), recipe) << change.what;
  }
}

RC_GTEST_PROP(Recipe, TextAndBackLosesNothing, ()) {
  Recipe recipe =
      recipe_named(named_recipes()[*rc::gen::inRange<std::size_t>(0, named_recipes().size())].name);
  recipe.name = *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127)));
  const std::size_t count = *rc::gen::inRange<std::size_t>(0, 6);
  for (std::size_t i = 0; i < count; ++i) {
    const Recipe before = recipe;
    changes()[*rc::gen::inRange<std::size_t>(0, changes().size())].change(recipe);
    if (!refusal([&] { return check_recipe(recipe, ""), 0; }).starts_with("nothing")) {
      recipe = before;
    }
  }
  RC_ASSERT(parsed(to_toml(recipe)) == recipe);
}

TEST(Recipe, EveryListedNameIsKnownAndCanBeComputed) {
  std::set<RecipeId> ids;
  for (const NamedRecipe& named : named_recipes()) {
    const Recipe recipe = recipe_named(named.name);
    EXPECT_EQ(recipe.name, named.name);
    EXPECT_NO_THROW(check_recipe(recipe, named.name));
    EXPECT_EQ(parsed(to_toml(recipe)), recipe) << named.name;
    EXPECT_TRUE(ids.insert(recipe.id()).second) << named.name;
  }
  EXPECT_THAT(
      refusal([] { return recipe_named("thoroughly"); }),
      AllOf(HasSubstr("'thoroughly'"), HasSubstr("balanced, thorough"), HasSubstr(".toml")));
}

TEST(Recipe, DefaultFeaturesAreKnown) {
  EXPECT_TRUE(recipe_named("balanced").has_default_features());
  EXPECT_TRUE(recipe_named("all-text").has_default_features());
  EXPECT_FALSE(recipe_named("words").has_default_features());
  EXPECT_FALSE(recipe_named("icu-words").has_default_features());
}

TEST(ParseRecipe, WhatIsNotSaidIsTheDefault) {
  EXPECT_EQ(parsed(""), Recipe{});
  EXPECT_EQ(parsed("name = \"x\"\n[sketch]\nbins = 128\nbits = 1\n").sketch.bins, 128U);
}

TEST(ParseRecipe, AllThatIsWrongIsNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {"name = ", "mine.toml:1: no TOML"},
      {"[units]\nkinds = \"words\"", "mine.toml:2: unknown key 'units.kinds'; here stand: kind"},
      {"[unit]\n", "unknown key 'unit'"},
      {"[units]\nkind = \"tokens\"", "units.kind must be one of: words, icu-words"},
      {"[units]\nkind = 3", "units.kind must be one of"},
      {"[sketch]\nbins = 63", "sketch.bins = 63: it must be a power of two"},
      {"[sketch]\nbins = -1", "sketch.bins must be a whole number"},
      {"[sketch]\nbins = 5000000000", "sketch.bins must be a whole number"},
      {"[sketch]\nbins = 64.5", "sketch.bins must be a whole number"},
      {"[fingerprint]\nbits = 48", "fingerprint.bits = 48: it must be 32, 64 or 128"},
      {"[units]\nkind = \"characters\"\nsize = 4\noverlap = 4\n[features]\nlengths = [1]",
       "units.overlap = 4: it must be smaller"},
      {"[units]\nsize = 4", "of windows only"},
      {"[features]\nlengths = []", "features.lengths is empty"},
      {"[features]\nlengths = [2, 1]", "features.lengths must ascend"},
      {"[features]\nlengths = [0]", "features.lengths = 0"},
      {"[features]\nweights = \"tf-idf\"", "needs features.idf"},
      {"[features]\nidf = { digest = \"0000000000000000\" }", "features.idf.file is missing"},
      {"[features]\nidf = { file = \"x\", digest = \"0\" }", "features.idf.digest must be"},
      {"[text]\nparts = [\"main\"]", "text.parts must be a list of tables"},
      {"[text]\nparts = []", "text.parts is empty"},
      {"[text]\nparts = [{ part = \"field\" }]", "needs the name of its field"},
      {"[units]\nkind = \"given\"", "units.field is missing"},
      {"version = 999", "made for version 999 of recipes"},
      {"version = 1", "no longer computes"},
      {"unicode = \"16.0\"", "made for Unicode 16.0"},
      {"name = \"\"", "name is empty"},
  };
  for (const auto& [toml, message] : cases) EXPECT_THAT(refused(toml), HasSubstr(message)) << toml;
}

// Code that sets the fields of a Recipe can do this.
TEST(CheckRecipe, NumbersThatAreNoChoiceAreNamed) {
  const std::pair<std::string, std::function<void(Recipe&)>> cases[] = {
      {"text.parts: part = 6", [](Recipe& r) { r.parts[0].part = static_cast<TextPart>(6); }},
      {"units.kind = 55: it must be one of words, icu-words",
       [](Recipe& r) { r.units.kind = static_cast<UnitKind>(55); }},
      {"units.folding = -1", [](Recipe& r) { r.units.folding = static_cast<Folding>(-1); }},
      {"units.last = 3", [](Recipe& r) { r.units.last = static_cast<LastWindow>(3); }},
      {"features.weights = 5", [](Recipe& r) { r.features.weighting = static_cast<Weighting>(5); }},
      {"fingerprint.hash = 4", [](Recipe& r) { r.fingerprint.hash = static_cast<FeatureHash>(4); }},
  };
  for (const auto& [message, make] : cases) {
    Recipe recipe;
    make(recipe);
    EXPECT_THAT(refusal([&] {
                  check_recipe(recipe, "mine");
                  return recipe;
                }),
                AllOf(HasSubstr("mine: "), HasSubstr(message)));
  }
}

TEST(Profile, EveryListedNameIsKnown) {
  for (const NamedProfile& named : named_profiles()) {
    const Profile profile = profile_named(named.name);
    EXPECT_EQ(profile.name, named.name);
    EXPECT_EQ(profile.units_min, 20U);
    // Only anchors are added, so the fingerprints and sketches are comparable.
    EXPECT_EQ(profile.recipe.fingerprint_id(), recipe_named("balanced").fingerprint_id());
    EXPECT_EQ(profile.recipe.sketch.bins, recipe_named("balanced").sketch.bins);
    EXPECT_THAT(to_toml(profile), HasSubstr("name = \"" + profile.name + "\""));
  }
}

TEST(Profile, DiffersInChannelsAndThresholdsOnly) {
  EXPECT_EQ(profile_named("compact").bands, 0U);
  EXPECT_EQ(profile_named("compact").thresholds.min_resemblance, 0.8);
  EXPECT_EQ(profile_named("balanced").bands, 8U);
  EXPECT_EQ(profile_named("balanced").thresholds.min_resemblance, 0.8);
  EXPECT_EQ(profile_named("strict").bands, 8U);
  EXPECT_EQ(profile_named("strict").thresholds.min_resemblance, 0.9);
  EXPECT_THAT(to_toml(profile_named("strict")), HasSubstr("min_resemblance = 0.9\n"));
  const Profile thorough = profile_named("thorough");
  EXPECT_EQ(thorough.bands, 16U);
  EXPECT_EQ(thorough.max_distance, 8);
  EXPECT_TRUE(thorough.recipe.anchors.has_any());
  EXPECT_THAT(to_toml(thorough), AllOf(HasSubstr("min_agreement = 0.82\n"),
                                       HasSubstr("min_containment_to_remove = 0.9\n")));
  EXPECT_THAT(to_toml(profile_named("balanced")), Not(HasSubstr("agreement")));
}

TEST(Profile, AnUnknownNameIsToldTheKnownOnes) {
  EXPECT_THAT(refusal([] { return profile_named("fast"); }),
              AllOf(HasSubstr("'fast'"), HasSubstr("compact, balanced, strict")));
  EXPECT_THAT(refusal([] { return profile_named(""); }), HasSubstr("balanced"));
}

}  // namespace
}  // namespace facsim
