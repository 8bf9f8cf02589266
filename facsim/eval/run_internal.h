// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of one evaluation, shared by its steps.

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "facsim/eval/eval_corpus.h"
#include "facsim/eval/evaluation.h"
#include "facsim/eval/removals.h"
#include "facsim/eval/tally.h"
#include "facsim/run/thread_executor.h"

namespace facsim {

// Two items whose figures are needed, and the number of shingles that they share. An item with
// itself stands for its pages.
struct EvalPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t shared = 0;
  bool is_true = false;
};

// A profile with the corpus made by its recipe.
struct ProfileRun {
  ReadyProfile judge;
  ReadOptions read;
  EvalCorpus* corpus = nullptr;
};

struct EvalRun {
  const EvalOptions& options;
  const RunHooks& hooks;
  const Run& context;
  ThreadExecutor executor;
  Evaluation result = {};

  std::vector<InputFile> files = {};
  // By the id of the recipe; the first one created is that of options.judge.
  std::map<RecipeId, std::unique_ptr<EvalCorpus>> corpora = {};
  EvalCorpus* corpus = nullptr;
  std::vector<ProfileRun> profiles = {};

  std::vector<EvalItem> items = {};
  std::vector<std::uint32_t> item_of = {};     // by page; kNoPage: not in an item
  std::vector<std::uint32_t> cluster_of = {};  // by page, if there are clusters
  std::vector<JoinedPair> joined = {};         // all pairs of items from the floor up
  std::vector<EvalPair> listed = {};

  void progress(const std::string& stage, std::uint64_t done, std::uint64_t all) const {
    context.throw_if_cancelled();
    context.progress({stage, done, 0, 0, all});
  }
};

// The number of pairs of pages that a pair of items represents.
[[nodiscard]] std::uint64_t weight_of(const EvalRun& run, const EvalPair& pair);

// Formats as %g does: 0.8, 1, 0.62.
[[nodiscard]] std::string short_number(double value);

// Makes items of pages with equal text (and cluster), and lists all pairs of them from the floor
// up.
void list_all_pairs(EvalRun& run);
// Makes an item of each page in a labelled pair, and lists the pairs.
void list_labelled_pairs(EvalRun& run);
// Adds the figures of the listed pairs to the report: measures, channels, curves.
void measure_pairs(EvalRun& run);
// Adds channels with sketches of the requested sizes to the report, after the measures.
void measure_sketches(EvalRun& run);
// Judges what each profile would remove.
void judge_removals(EvalRun& run);

}  // namespace facsim
