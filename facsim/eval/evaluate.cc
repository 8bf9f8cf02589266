// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/evaluate.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/base/version.h"
#include "facsim/corpus/inputs.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/eval/resolve.h"
#include "facsim/eval/run_internal.h"
#include "facsim/files/temp_folder.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

void find_files(const std::vector<std::string>& inputs, SpooledStdin& standard_input,
                EvalRun& run) {
  const EvalOptions& options = run.options;
  const ReadOptions read = reading_of(options.read, options.policy, options.judge.profile.recipe);
  InputFiles found = find_inputs(inputs, read, standard_input);
  require_named_fields(found.files, read, run.hooks);
  for (const Sentence& warning : found.warnings) {
    run.result.warnings.push_back(warning.in(run.hooks.words));
  }
  run.files = std::move(found.files);
}

// Profiles with one recipe share one reading.
void read_documents(EvalRun& run) {
  const Policy& policy = run.options.policy;
  const auto corpus_for = [&](const ReadyProfile& judge, const ReadOptions& read, Run& reading) {
    const RecipeId id = judge.profile.recipe.id();
    const auto known = run.corpora.find(id);
    if (known != run.corpora.end()) return known->second.get();
    auto corpus = std::make_unique<EvalCorpus>(run.files, read, judge, reading, policy.scope);
    return run.corpora.emplace(id, std::move(corpus)).first->second.get();
  };
  const auto reading_by = [&](const ReadyProfile& judge) {
    return reading_of(run.options.read, policy, judge.profile.recipe);
  };
  Run first(run.options.limits, run.hooks, run.context.scratch());
  run.corpus = corpus_for(run.options.judge, reading_by(run.options.judge), first);
  const auto& warnings = first.warnings();
  run.result.warnings.insert(run.result.warnings.end(), warnings.begin(), warnings.end());
  for (const ReadyProfile& judge : run.options.profiles) {
    Run again(run.options.limits, run.hooks,
              run.context.scratch());  // its warnings repeat the first ones and are dropped
    const ReadOptions read = reading_by(judge);
    EvalCorpus* corpus = corpus_for(judge, read, again);
    if (corpus->pages() != run.corpus->pages()) {
      throw Error(ErrorCode::io, "an input changed while it was being read; run again");
    }
    run.profiles.push_back({judge, read, corpus});
  }
}

std::string truth_sentence(const EvalOptions& options) {
  const std::string name = std::filesystem::path(options.labels).filename().string();
  switch (options.truth) {
    case Truth::pairs:
      return "pairs as labelled in " + name +
             (options.label_min ? ", duplicates from " + short_number(*options.label_min) + " on"
                                : "");
    case Truth::clusters:
      return "all pairs of the documents in " + name + ", duplicates if they share a cluster";
    case Truth::exact:
      return "all pairs, duplicates from an exact resemblance of " +
             short_number(options.judge.profile.thresholds.min_resemblance) + " on (" +
             std::to_string(options.judge.profile.recipe.sketch.shingle_size) + "-unit shingles)";
  }
  return {};
}

void count_pages(EvalRun& run) {
  EvalReport& report = run.result.report;
  for (std::uint32_t page = 0; page < run.corpus->pages(); ++page) {
    const PageRow row = run.corpus->row(page);
    if (!row.has_text) continue;
    ++report.pages;
    if (run.corpus->is_short(row)) ++report.pages_too_short;
  }
  if (report.pages == 0) {
    throw Error(ErrorCode::invalid_argument, "the inputs hold no document with a text");
  }
}

void check_eval_options(const EvalOptions& options) {
  require_indexable(options.judge.profile.recipe, "eval");
  for (const ReadyProfile& judge : options.profiles)
    require_indexable(judge.profile.recipe, "eval");
  for (const ReadyProfile& judge : options.profiles) {
    const double least = judge.profile.thresholds.min_resemblance;
    if (options.truth == Truth::exact && least < options.resemblance_floor) {
      throw Error(ErrorCode::invalid_argument,
                  Sentence(Named::resemblance_floor, short_number(options.resemblance_floor)) +
                      " is above the least resemblance " + short_number(least) + " of profile " +
                      judge.profile.name + "; lower the floor");
    }
  }
}

}  // namespace

std::string short_number(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

Evaluation evaluate(const std::vector<std::string>& inputs, const EvalOptions& options,
                    const RunHooks& hooks) {
  check_eval_options(options);
  TempFolder temp(options.limits.tmp);
  const Run context(options.limits, hooks, temp);
  EvalRun run{options, hooks, context, ThreadExecutor(options.limits.threads)};
  EvalReport& report = run.result.report;
  report.version = kVersion;
  report.recipe = options.judge.profile.recipe.name;
  report.recipe_id = hex(options.judge.profile.recipe.id());
  report.truth = truth_sentence(options);
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  find_files(inputs, standard_input, run);
  read_documents(run);
  count_pages(run);
  if (options.truth == Truth::pairs) {
    list_labelled_pairs(run);
  } else {
    list_all_pairs(run);
  }
  measure_pairs(run);
  measure_sketches(run);
  judge_removals(run);
  return std::move(run.result);
}

}  // namespace facsim
