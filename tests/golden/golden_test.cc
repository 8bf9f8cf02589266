// SPDX-License-Identifier: Apache-2.0
// Which bits do these pages have, by every recipe?
//
// pages.jsonl holds the pages, vectors.tsv a line for each recipe and page. A red line asks: did we
// mean to change the bits? Then raise kRecipeVersion, say so in CHANGELOG.md, and write the file
// anew: FACSIM_GOLDEN=write facsim_golden_test. Lines of recipes whose library or dictionary is not
// the one that the file was made with are skipped by name.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "facsim/base/error.h"
#include "facsim/page/analysis.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

const std::string kFolder = FACSIM_GOLDEN_FOLDER;

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    bits = (bits << 6) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>((bits >> count) & 0xffU);
    }
  }
  return bytes;
}

struct GoldenPage {
  std::string name;
  Page page;
};

std::vector<GoldenPage> read_pages() {
  std::vector<GoldenPage> pages;
  std::ifstream file(kFolder + "/pages.jsonl");
  for (std::string line; std::getline(file, line);) {
    const nlohmann::json object = nlohmann::json::parse(line);
    GoldenPage& golden = pages.emplace_back();
    golden.name = object.at("name");
    golden.page.format = object.at("format") == "html" ? PageFormat::html : PageFormat::text;
    golden.page.url = object.value("url", "");
    if (object.contains("base64")) {
      golden.page.bytes = from_base64(object.at("base64").get<std::string>());
      continue;
    }
    golden.page.is_unicode = true;
    const std::string text = object.at("text");
    const int repeat = object.value("repeat", 1);
    for (int i = 0; i < repeat; ++i) {
      std::string one = text;
      const std::size_t number = one.find("{n}");
      if (number != std::string::npos) one.replace(number, 3, std::to_string(i));
      golden.page.bytes += one;
    }
  }
  return pages;
}

std::string joined(const std::vector<std::uint64_t>& hashes) {
  std::string text;
  for (const std::uint64_t hash : hashes) text += (text.empty() ? "" : " ") + hex(RecipeId{hash});
  return text.empty() ? "-" : text;
}

std::string bytes_text(const std::optional<std::vector<std::uint8_t>>& bytes) {
  if (!bytes) return "-";
  std::string text;
  for (const std::uint8_t byte : *bytes) text += hex(RecipeId{byte}).substr(14);
  return text;
}

// All recipes by name, and some that use what no named one does.
std::vector<Recipe> all_recipes() {
  std::vector<Recipe> recipes;
  for (const NamedRecipe& named : named_recipes()) recipes.push_back(recipe_named(named.name));
  const auto add = [&](std::string name, auto change) {
    Recipe recipe;
    recipe.name = std::move(name);
    change(recipe);
    check_recipe(recipe, recipe.name);
    recipes.push_back(std::move(recipe));
  };
  add("128 bits, triples, a seed", [](Recipe& r) {
    r.fingerprint.bits = 128;
    r.fingerprint.seed = 7;
    r.features.lengths = {1, 3};
  });
  add("sketch 128 x 1, anchors, small layout", [](Recipe& r) {
    r.sketch = {.shingle_size = 4, .bins = 128, .bits = 1, .seed = 0};
    r.anchors = {.shingle_size = 8, .smallest = 4, .modulus = 0};
    r.layout_bins = 64;
    r.layout_bits = 1;
  });
  add("sketch 512 x 1, seed",
      [](Recipe& r) { r.sketch = {.shingle_size = 5, .bins = 512, .bits = 1, .seed = 9}; });
  add("sketch 16 x 16, anchors by modulus", [](Recipe& r) {
    r.sketch = {.shingle_size = 5, .bins = 16, .bits = 16, .seed = 0};
    r.anchors = {.shingle_size = 5, .smallest = 0, .modulus = 16};
  });
  add("title three times, edges, longest sentences", [](Recipe& r) {
    r.parts = {{.part = TextPart::title, .field = "", .count = 0, .weight = 3},
               {.part = TextPart::paragraph_edges, .field = "", .count = 0, .weight = 1},
               {.part = TextPart::longest_sentences, .field = "", .count = 2, .weight = 1}};
  });
  add("top 20, levels", [](Recipe& r) {
    r.features.weighting = Weighting::five_levels;
    r.features.top = 20;
  });
  add("utf16 windows of 9, md5 of 128 bits", [](Recipe& r) {
    r.units.kind = UnitKind::utf16;
    r.units.size = 9;
    r.units.overlap = 2;
    r.features.lengths = {1};
    r.features.weighting = Weighting::set;
    r.fingerprint.bits = 128;
    r.fingerprint.hash = FeatureHash::md5;
  });
  return recipes;
}

std::vector<std::string> jieba_files() {
  const char* file = std::getenv("FACSIM_JIEBA_TABLES");
  return {file == nullptr ? "jieba.tables" : file};
}

// Needs a library or a dictionary that is not ours.
bool is_foreign(const Recipe& recipe) {
  return recipe.units.kind == UnitKind::icu_words || recipe.units.kind == UnitKind::jieba_words;
}

// The lines of one recipe; nothing where what it needs is not here.
std::vector<std::string> lines_of(const Recipe& named, const std::vector<GoldenPage>& pages) {
  std::vector<std::string> lines;
  ReadyRecipe ready;
  try {
    ready = make_ready(named, jieba_files());
  } catch (const Error& error) {
    // Only what asks others may be missing.
    if (!is_foreign(named)) throw;
    std::printf("skipped: recipe %s: %s\n", named.name.c_str(), error.what());
    return lines;
  }
  Profile profile;
  profile.recipe = ready.recipe;
  PageAnalyzer analyzer({.profile = profile, .tables = ready.tables, .extract = {}});
  for (const GoldenPage& golden : pages) {
    const Analysis& analysis = analyzer.analyze(golden.page);
    const auto fingerprint_text = [&](const std::optional<WideFingerprint>& fingerprint) {
      return fingerprint ? hex(*fingerprint, profile.recipe.fingerprint.bits) : std::string("-");
    };
    lines.push_back(named.name + "\t" + hex(profile.recipe.id()) + "\t" + golden.name + "\t" +
                    fingerprint_text(analysis.fingerprint) + "\t" +
                    fingerprint_text(analysis.visible_fingerprint) + "\t" +
                    bytes_text(analyzer.sketch_bytes()) + "\t" +
                    bytes_text(analyzer.layout_bytes()) + "\t" + joined(analyzer.anchors()) + "\t" +
                    hex(RecipeId{analysis.digest.high}) + hex(RecipeId{analysis.digest.low}));
  }
  return lines;
}

// Lines of a recipe by its name and id.
using Recorded = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

Recorded read_vectors() {
  Recorded recorded;
  std::ifstream file(kFolder + "/vectors.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream fields(line);
    std::string name;
    std::string id;
    std::getline(fields, name, '\t');
    std::getline(fields, id, '\t');
    recorded[name][id].push_back(line);
  }
  return recorded;
}

TEST(Golden, EveryRecipeMakesTheseBits) {
  const std::vector<GoldenPage> pages = read_pages();
  ASSERT_GT(pages.size(), 25U);
  const char* mode = std::getenv("FACSIM_GOLDEN");
  if (mode != nullptr && std::string_view(mode) == "write") {
    std::ofstream file(kFolder + "/vectors.tsv");
    file << "# recipe, its id, page, fingerprint, that of all visible text, sketch, layout, "
            "anchors, digest\n";
    for (const Recipe& recipe : all_recipes()) {
      for (const std::string& line : lines_of(recipe, pages)) file << line << '\n';
    }
    ASSERT_TRUE(file.flush());
    GTEST_SKIP() << "written, not compared";
  }
  const Recorded recorded = read_vectors();
  std::size_t compared = 0;
  for (const Recipe& recipe : all_recipes()) {
    const std::vector<std::string> lines = lines_of(recipe, pages);
    if (lines.empty()) continue;
    ASSERT_TRUE(recorded.contains(recipe.name)) << recipe.name << ": no vectors are recorded";
    const auto& by_id = recorded.at(recipe.name);
    std::istringstream fields(lines.front());
    std::string id;
    std::getline(fields, id, '\t');
    std::getline(fields, id, '\t');
    if (!by_id.contains(id)) {
      EXPECT_TRUE(is_foreign(recipe)) << recipe.name << ": its id is now " << id;
      std::printf("skipped: recipe %s: made with another version, id %s\n", recipe.name.c_str(),
                  id.c_str());
      continue;
    }
    const std::vector<std::string>& expected = by_id.at(id);
    ASSERT_EQ(lines.size(), expected.size()) << recipe.name;
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], expected[i]);
    ++compared;
  }
  EXPECT_GE(compared, 10U);
}

TEST(Golden, TheFastWaysAreThoseOfTheGeneralOne) {
  for (const Recipe& recipe : all_recipes()) {
    if (!recipe.reads_one_text() || recipe.units.kind == UnitKind::jieba_words) continue;
    const ReadyRecipe ready = make_ready(recipe, {});
    Profile profile;
    profile.recipe = ready.recipe;
    PageAnalyzer analyzer({.profile = profile, .tables = ready.tables, .extract = {}});
    Fingerprinter general(ready.recipe, ready.tables);
    for (const GoldenPage& golden : read_pages()) {
      const Analysis& analysis = analyzer.analyze(golden.page);
      if (!analysis.fingerprint) continue;
      EXPECT_EQ(analysis.fingerprint, general.general(general.features_of(analyzer.text())))
          << recipe.name << ": " << golden.name;
    }
  }
}

}  // namespace
}  // namespace facsim
