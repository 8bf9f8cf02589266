// SPDX-License-Identifier: Apache-2.0
// Any bytes as a recipe, from a file or an index. An accepted recipe survives a round trip through
// its text form, and its fast and its general implementation make the same fingerprint of a text.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/features/units.h"
#include "facsim/known/index_rebuild.h"
#include "facsim/model/recipe.h"
#include "facsim/page/analysis.h"
#include "facsim/page/fingerprinter.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;

constexpr std::string_view kText =
    "The harbour lies two miles south of the bridge, and in winter its water is black.\n"
    "\u4e2d\u6587\u5b57\u7b26\u4e32 caf\u00e9 e\u0301 \ufb01ne \U0001f600 \u0e44\u0e17\u0e22 "
    "2024-01-02 _x_\n\n"
    "Ships wait there. \u30ab\u3099 Nobody counts them.";

void check_text_form(const Recipe& recipe) {
  const std::string text = to_toml(recipe);
  const Recipe again = parse_recipe(text, "again");
  require(again == recipe && to_toml(again) == text);
  require(again.id() == recipe.id() && again.fingerprint_id() == recipe.fingerprint_id());
  require(again.sketch_id() == recipe.sketch_id());
  check_recipe(recipe, "again");
}

void check_fingerprint(const Recipe& recipe) {
  Fingerprinter fingerprinter(recipe, {});
  std::vector<std::uint64_t> words;
  hash_units(kText, 0, words);
  const auto fast = fingerprinter.of_text(kText, words);
  require(fast == fingerprinter.general(fingerprinter.features_of(kText)));
}

void check_page(const Recipe& recipe) {
  AnalyzerOptions options;
  options.profile.recipe = recipe;
  PageAnalyzer analyzer(options);
  Page page;
  page.format = PageFormat::html;
  page.bytes = "<title>Harbour</title><main><p>" + std::string(kText) + "</p></main>";
  for (const PartSpec& part : recipe.parts) page.fields.push_back({part.field, "a text"});
  page.given = {{"a", 1.5, false}, {"b", {}, true}};
  (void)analyzer.analyze(page);
  const auto sketch = analyzer.sketch_bytes();
  require(!sketch || sketch->size() == (recipe.sketch.bins * recipe.sketch.bits + 7) / 8);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound((std::size_t{48} << 20) + 4096 * size);
  const std::string text(text_of(data, size));
  Manifest manifest;
  manifest.recipe_text = text;
  manifest.recipe_name = text.substr(0, text.find('\n'));
  is_taken({ErrorCode::invalid_argument}, [&] { check_text_form(recipe_of(manifest, "index")); });
  Recipe recipe;
  const bool is_recipe = is_taken({ErrorCode::invalid_argument, ErrorCode::unsupported},
                                  [&] { recipe = parse_recipe(text, "fuzz.toml"); });
  if (!is_recipe) return 0;
  check_text_form(recipe);
  // Other recipes need tables.
  is_taken({ErrorCode::invalid_argument}, [&] {
    if (recipe.reads_one_text()) check_fingerprint(recipe);
    check_page(recipe);
  });
  return 0;
}
