// SPDX-License-Identifier: Apache-2.0
// facsim idf build: counts how rare the features of a corpus are.
#include <memory>
#include <utility>

#include "apps/commands.h"
#include "apps/output.h"
#include "apps/read_inputs.h"
#include "facsim/base/error.h"
#include "facsim/base/nearest.h"
#include "facsim/files/temp_folder.h"
#include "facsim/page/analysis.h"
#include "facsim/page/idf_builder.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

// The recipe whose features are counted, without its own table, which is the result.
ReadyRecipe counted_recipe(const Settings& settings) {
  Recipe recipe = settings.named_recipe();
  recipe.features.weighting = Weighting::set;
  recipe.features.idf = {};
  recipe.features.top = 0;
  recipe.features.topic = {};
  check_recipe(recipe, recipe.name);
  if (recipe.units.kind == UnitKind::given) {
    throw Error(ErrorCode::invalid_argument,
                "given features carry their own weights; idf build "
                "counts units");
  }
  if (!recipe.reads_one_text()) {
    throw Error(ErrorCode::invalid_argument,
                "idf build counts one text of a page, and recipe '" + recipe.name +
                    "' reads parts; give it a recipe with the same units and text.parts = "
                    "[{ part = \"main\" }] (--text-field names another field)");
  }
  return make_ready(std::move(recipe), settings.jieba_files());
}

}  // namespace

void run_idf(const Settings& settings) {
  if (settings.inputs.size() < 2 || settings.inputs[0] != "build") {
    const std::string first = settings.inputs.empty() ? "" : settings.inputs.front();
    throw Error(ErrorCode::invalid_argument,
                "idf needs build INPUT... -o FILE" +
                    (first == "build" ? "" : suggestion(first, {"build"})) +
                    " (see 'facsim help idf')");
  }
  if (settings.output.empty()) {
    throw Error(ErrorCode::invalid_argument, "name the table's file with -o FILE");
  }
  require_tmp(settings);
  // Fail now rather than after the whole corpus was read.
  require_new(settings.output, settings.folder.force);
  const std::vector<std::string> inputs(settings.inputs.begin() + 1, settings.inputs.end());
  const ReadyRecipe ready = counted_recipe(settings);
  Profile profile = profile_named(settings.profile);
  profile.recipe = ready.recipe;
  if (settings.units_min) profile.units_min = *settings.units_min;
  const TempFolder folder(settings.limits.tmp);
  const auto threads = static_cast<std::size_t>(settings.limits.threads);
  std::vector<IdfCounter> counters;
  for (std::size_t i = 0; i < threads; ++i) {
    counters.emplace_back(folder.path(), std::to_string(i),
                          settings.limits.memory_bytes / 2 / threads);
  }

  std::size_t next = 0;
  const auto make_printer = [&](const std::vector<InputFile>& /*files*/) -> PrintPage {
    IdfCounter& counter = counters[next++];
    auto analyzer = std::make_shared<PageAnalyzer>(AnalyzerOptions{.profile = profile,
                                                                   .tables = ready.tables,
                                                                   .extract = {},
                                                                   .with_visible = false,
                                                                   .with_sketch = false,
                                                                   .with_digest = false});
    auto maker = std::make_shared<FeatureMaker>(ready.recipe, ready.tables);
    return [&counter, analyzer, maker](const PageName&, const Page& page, const PrintRoom& room,
                                       std::string&) {
      (void)analyzer->analyze(page, room.room);
      maker->begin();
      maker->add(analyzer->text());
      counter.add(maker->finish());
      analyzer->keep_at_most(room.kept_bytes_max);
    };
  };
  Output output;
  SpooledStdin standard_input = spooled_stdin(settings);
  print_pages(inputs, settings, standard_input, make_printer, output);
  const IdfReport report =
      write_idf(counters, settings.output, settings.documents_min, settings.folder.force);
  if (!settings.quiet) {
    print_message(settings.output + ": " + std::to_string(report.features) + " features of " +
                  std::to_string(report.documents) + " documents; " + std::to_string(report.rare) +
                  " in fewer than " + std::to_string(settings.documents_min) + " left out");
  }
  output.finish();
}

}  // namespace facsim
