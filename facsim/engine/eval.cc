// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/eval.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/base/version.h"
#include "facsim/engine/eval_resolve.h"
#include "facsim/engine/eval_run_internal.h"
#include "facsim/engine/spool.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

void find_files(const std::vector<std::string>& inputs, const TempFolder& temp, EvalRun& run) {
  FindOptions find{.stdin_path = {},
                   .follow = run.options.dedup.follow,
                   .columns = text_fields(read_options(run.options.dedup))};
  if (std::count(inputs.begin(), inputs.end(), "-") > 0) {
    find.stdin_path = spool_stdin(temp.path(), run.hooks.cancelled);
  }
  InputFiles found = find_inputs(inputs, find);
  run.result.warnings = std::move(found.warnings);
  run.files = std::move(found.files);
}

// Profiles of one recipe share a reading.
void read_documents(EvalRun& run) {
  const auto corpus_for = [&](const DedupOptions& options) {
    const RecipeId id = options.profile.recipe.id();
    const auto known = run.corpora.find(id);
    if (known != run.corpora.end()) return known->second.get();
    const DedupOptions& kept = run.corpus_options.emplace(id, options).first->second;
    auto corpus = std::make_unique<EvalCorpus>(run.files, kept, run.hooks, run.scratch);
    return run.corpora.emplace(id, std::move(corpus)).first->second.get();
  };
  run.corpus = corpus_for(run.options.dedup);
  const auto& warnings = run.corpus->warnings();
  run.result.warnings.insert(run.result.warnings.end(), warnings.begin(), warnings.end());
  for (const EvalProfile& profile : run.options.profiles) {
    DedupOptions options = run.options.dedup;
    options.profile = profile.profile;
    options.tables = profile.tables;
    EvalCorpus* corpus = corpus_for(options);
    if (corpus->pages() != run.corpus->pages()) {
      throw Error(ErrorCode::io, "an input changed while it was being read; run again");
    }
    run.profiles.push_back({std::move(options), corpus});
  }
}

std::string truth_sentence(const EvalOptions& options) {
  const std::string name = std::filesystem::path(options.labels).filename().string();
  switch (options.truth) {
    case EvalTruth::pairs:
      return "pairs as labelled in " + name +
             (options.label_min ? ", duplicates from " + short_number(*options.label_min) + " on"
                                : "");
    case EvalTruth::clusters:
      return "all pairs of the documents in " + name + ", duplicates if they share a cluster";
    case EvalTruth::exact:
      return "all pairs, duplicates from an exact resemblance of " +
             short_number(options.dedup.profile.thresholds.resemblance_min) + " on (" +
             std::to_string(options.dedup.profile.recipe.sketch.shingle_size) + "-unit shingles)";
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

void check_options(const EvalOptions& options) {
  require_indexable(options.dedup.profile.recipe);
  for (const EvalProfile& profile : options.profiles) require_indexable(profile.profile.recipe);
  for (const EvalProfile& profile : options.profiles) {
    const double least = profile.profile.thresholds.resemblance_min;
    if (options.truth == EvalTruth::exact && least < options.resemblance_floor) {
      throw Error(ErrorCode::invalid_argument,
                  "--resemblance-floor " + short_number(options.resemblance_floor) +
                      " is above the least resemblance " + short_number(least) + " of profile " +
                      profile.profile.name + "; lower the floor");
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
                    const DedupHooks& hooks) {
  check_options(options);
  TempFolder temp(options.dedup.tmp);
  EvalRun run{options, hooks, temp, ThreadExecutor(options.dedup.threads)};
  EvalReport& report = run.result.report;
  report.version = kVersion;
  report.recipe = options.dedup.profile.recipe.name;
  report.recipe_id = hex(options.dedup.profile.recipe.id());
  report.truth = truth_sentence(options);
  find_files(inputs, temp, run);
  read_documents(run);
  count_pages(run);
  if (options.truth == EvalTruth::pairs) {
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
