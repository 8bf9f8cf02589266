// SPDX-License-Identifier: Apache-2.0
// Compares the fast implementations with the general one, over recipes, kernels and texts that are
// hard for them.
#include "facsim/page/fingerprinter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "facsim/features/units.h"

namespace facsim {
namespace {

// Pieces that are hard for windows, folding and words; some are not UTF-8.
std::string draw_text() {
  static const std::vector<std::string> pieces = {"a",
                                                  "B",
                                                  "word ",
                                                  "The ",
                                                  "_",
                                                  "7",
                                                  " ",
                                                  "\n",
                                                  "\u00e9",
                                                  "e\u0301",
                                                  "\u0130",
                                                  "\u03a3",
                                                  "\u4e2d",
                                                  "\u6587\u5b57",
                                                  "\u3002",
                                                  "\u30ab\u3099",
                                                  "\ufb01",
                                                  "\u00b2",
                                                  "\u0627",
                                                  "\U0001f600",
                                                  "\U00020000",
                                                  "\u200b",
                                                  "\ufdfa",
                                                  "\u0301",
                                                  "\xff",
                                                  "\xe4\xb8",
                                                  std::string(1, '\0'),
                                                  "abcabcabc ",
                                                  "\uac00\u1161"};
  std::string text;
  const int count = *rc::gen::inRange(0, 60);
  for (int i = 0; i < count; ++i) {
    text +=
        pieces[*rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, pieces.size()))];
  }
  return text;
}

Recipe windows(UnitKind kind, std::uint32_t size, Folding folding) {
  Recipe recipe;
  recipe.units.kind = kind;
  recipe.units.size = size;
  recipe.units.overlap = size - 1;
  recipe.units.folding = folding;
  recipe.features.lengths = {1};
  recipe.features.weighting = Weighting::tf;
  return recipe;
}

std::vector<Recipe> recipes_with_a_way_of_their_own() {
  std::vector<Recipe> recipes = {recipe_named("balanced"), recipe_named("words"),
                                 recipe_named("python-simhash")};
  for (const std::uint32_t size : {1U, 2U, 4U, 5U, 8U}) {
    recipes.push_back(windows(UnitKind::bytes, size, Folding::none));
  }
  for (const std::uint32_t size : {1U, 3U, 4U}) {
    for (const Folding folding : {Folding::none, Folding::nfkc, Folding::python}) {
      recipes.push_back(windows(UnitKind::utf16, size, folding));
      recipes.push_back(windows(UnitKind::characters, size, folding));
    }
  }
  for (std::size_t i = recipes.size(); i-- > 0;) {
    if (recipes[i].fingerprint.hash != FeatureHash::xxh3) continue;
    recipes.push_back(recipes[i]);
    recipes.back().fingerprint.seed = 77;
  }
  return recipes;
}

RC_GTEST_PROP(Fingerprinter, EveryWayAndKernelGivesTheGeneralBits, ()) {
  const std::string text = draw_text();
  std::vector<std::uint64_t> words;
  hash_units(text, 0, words);
  for (const Recipe& recipe : recipes_with_a_way_of_their_own()) {
    check_recipe(recipe, recipe.name);
    Fingerprinter general(recipe, {});
    const auto expected = general.general(general.features_of(text));
    for (const Kernel kernel : {Kernel::scalar, best_kernel()}) {
      Fingerprinter fast(recipe, {}, kernel);
      RC_ASSERT(fast.of_text(text, words) == expected);
      // State from one text must not change the next result.
      RC_ASSERT(fast.of_text(text, words) == expected);
    }
  }
}

// Windows of such texts are hashed in blocks.
TEST(Fingerprinter, LongTextsWithAnEmojiHaveTheGeneralBits) {
  const Recipe recipe = recipe_named("characters-4");
  Fingerprinter fingerprinter(recipe, {});
  std::string text = "\U0001f600";
  for (int characters = 1; characters < 600; ++characters) {
    const auto expected = fingerprinter.general(fingerprinter.features_of(text));
    ASSERT_EQ(fingerprinter.of_text(text, {}), expected) << text;
    text += characters % 3 == 0 ? "\u4e2d" : "ab";
    if (characters % 50 == 0) text += "\U0001f601";
  }
}

TEST(Fingerprinter, NothingHasNoFingerprintUnlessTheOriginalSaysSo) {
  for (const NamedRecipe& named : named_recipes()) {
    const Recipe recipe = recipe_named(named.name);
    if (recipe.units.kind == UnitKind::jieba_words) continue;
    Fingerprinter fingerprinter(recipe, {});
    const auto nothing = fingerprinter.of_text("", {});
    EXPECT_EQ(nothing.has_value(), recipe.fingerprint.of_nothing) << named.name;
  }
}

}  // namespace
}  // namespace facsim
