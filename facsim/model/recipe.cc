// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/recipe.h"

#include <algorithm>
#include <array>

#include "facsim/base/error.h"

namespace facsim {
namespace {

struct KnownRecipe {
  NamedRecipe named;
  void (*change)(Recipe& recipe);
};

UnitSpec windows(UnitKind kind, std::uint32_t size, std::uint32_t overlap, LastWindow last,
                 Folding folding = Folding::none) {
  UnitSpec units;
  units.kind = kind;
  units.size = size;
  units.overlap = overlap;
  units.last = last;
  units.folding = folding;
  return units;
}

void make_content_seen(Recipe& recipe, UnitSpec units) {
  recipe.units = std::move(units);
  recipe.features.lengths = {1};
  recipe.features.weighting = Weighting::tf;
  recipe.fingerprint = {
      .bits = 32, .hash = FeatureHash::dotnet_string, .seed = 0, .of_nothing = true};
}

constexpr std::array kRecipes = {
    KnownRecipe{{"balanced", "single words and pairs of the main text, 1 + ln tf; the default"},
                [](Recipe&) {}},
    KnownRecipe{
        {"thorough", "the same, with anchors that pages which share a passage have in common"},
        [](Recipe& r) { r.anchors = {.shingle_size = 8, .smallest = 16, .modulus = 32}; }},
    KnownRecipe{{"all-text", "the same of all visible text"},
                [](Recipe& r) { r.parts[0].part = TextPart::all; }},
    KnownRecipe{{"words", "single words, every occurrence: the fastest"},
                [](Recipe& r) {
                  r.features.lengths = {1};
                  r.features.weighting = Weighting::tf;
                }},
    KnownRecipe{{"bytes-4", "windows of 4 bytes, every occurrence"},
                [](Recipe& r) {
                  r.units = windows(UnitKind::bytes, 4, 3, LastWindow::whole);
                  r.features.lengths = {1};
                  r.features.weighting = Weighting::tf;
                }},
    KnownRecipe{{"characters-4", "windows of 4 characters, folded as words are, every occurrence"},
                [](Recipe& r) {
                  r.units = windows(UnitKind::characters, 4, 3, LastWindow::whole, Folding::nfkc);
                  r.features.lengths = {1};
                  r.features.weighting = Weighting::tf;
                }},
    KnownRecipe{{"icu-words", "words by ICU's dictionaries, singles and pairs, 1 + ln tf"},
                [](Recipe& r) { r.units.kind = UnitKind::icu_words; }},
    KnownRecipe{{"course", "the crawler course's: jieba's words on five levels"},
                [](Recipe& r) {
                  r.units.kind = UnitKind::jieba_words;
                  r.features.lengths = {1};
                  r.features.weighting = Weighting::five_levels;
                  r.features.idf.file = "jieba";
                }},
    KnownRecipe{
        {"keyword", "jieba's 50 keywords of largest tf-idf, Python 2's string hash"},
        [](Recipe& r) {
          r.units.kind = UnitKind::jieba_words;
          r.features.lengths = {1};
          r.features.weighting = Weighting::tf_idf;
          r.features.top = 50;
          r.features.idf.file = "jieba";
          r.fingerprint = {
              .bits = 64, .hash = FeatureHash::python_string, .seed = 0, .of_nothing = true};
        }},
    KnownRecipe{{"python-simhash", "the values of the Python package simhash"},
                [](Recipe& r) {
                  r.units = windows(UnitKind::characters, 4, 3, LastWindow::whole, Folding::python);
                  r.features.lengths = {1};
                  r.features.weighting = Weighting::tf;
                  r.fingerprint = {
                      .bits = 64, .hash = FeatureHash::md5, .seed = 0, .of_nothing = true};
                }},
    KnownRecipe{{"content-seen-32", "overlapping windows of 4 UTF-16 units, 32 bits"},
                [](Recipe& r) {
                  make_content_seen(r, windows(UnitKind::utf16, 4, 3, LastWindow::dropped));
                }},
    KnownRecipe{{"content-seen-32-fixed", "windows of 5 UTF-16 units side by side, 32 bits"},
                [](Recipe& r) {
                  make_content_seen(r, windows(UnitKind::utf16, 5, 0, LastWindow::partial));
                }},
};

constexpr auto kNamed = [] {
  std::array<NamedRecipe, kRecipes.size()> named{};
  for (std::size_t i = 0; i < named.size(); ++i) named[i] = kRecipes[i].named;
  return named;
}();

}  // namespace

bool Recipe::judges_all_text() const noexcept {
  return std::ranges::any_of(parts,
                             [](const PartSpec& part) { return part.part == TextPart::all; });
}

bool Recipe::reads_one_text() const noexcept {
  return parts.size() == 1 && parts[0].weight == 1 && units.kind != UnitKind::given &&
         (parts[0].part == TextPart::main || parts[0].part == TextPart::all);
}

bool Recipe::has_default_features() const noexcept {
  static const FeatureSpec kDefault;
  return reads_one_text() && units.kind == UnitKind::words && features == kDefault &&
         fingerprint.bits == 64 && fingerprint.hash == FeatureHash::xxh3 && !fingerprint.of_nothing;
}

Recipe recipe_named(std::string_view name) {
  const auto known = std::ranges::find(kRecipes, name,
                                       [](const KnownRecipe& recipe) { return recipe.named.name; });
  if (known != kRecipes.end()) {
    Recipe recipe;
    recipe.name = name;
    known->change(recipe);
    return recipe;
  }
  std::string message = "unknown recipe '";
  message.append(name).append("'; name a file that ends in .toml, or choose one of: ");
  for (const KnownRecipe& recipe : kRecipes) {
    if (&recipe != kRecipes.data()) message += ", ";
    message += recipe.named.name;
  }
  throw Error{ErrorCode::invalid_argument, message};
}

std::span<const NamedRecipe> named_recipes() noexcept { return kNamed; }

}  // namespace facsim
