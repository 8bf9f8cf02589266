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

// Two items whose figures are wanted, and what they share. An item with itself: its pages.
struct EvalPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t shared = 0;
  bool is_true = false;
};

// A profile with the corpus that its recipe made.
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
  // By the id of the recipe; the first made is that of options.judge.
  std::map<RecipeId, std::unique_ptr<EvalCorpus>> corpora = {};
  EvalCorpus* corpus = nullptr;
  std::vector<ProfileRun> profiles = {};

  std::vector<EvalItem> items = {};
  std::vector<std::uint32_t> item_of = {};     // by page; kNoPage: in no item
  std::vector<std::uint32_t> cluster_of = {};  // by page, where there are clusters
  std::vector<JoinedPair> joined = {};         // all pairs of items from the floor on
  std::vector<EvalPair> listed = {};

  void progress(const std::string& stage, std::uint64_t done, std::uint64_t all) const {
    context.throw_if_cancelled();
    context.progress({stage, done, 0, 0, all});
  }
};

// How many pairs of pages a pair of items stands for.
[[nodiscard]] std::uint64_t weight_of(const EvalRun& run, const EvalPair& pair);

// As %g prints it: 0.8, 1, 0.62.
[[nodiscard]] std::string short_number(double value);

// Pages of equal text (and cluster) become items; all pairs of them are listed from the floor on.
void list_all_pairs(EvalRun& run);
// Each page that a pair names becomes an item; the pairs are listed.
void list_labelled_pairs(EvalRun& run);
// Figures of the listed pairs into the report: measures, channels, curves.
void measure_pairs(EvalRun& run);
// Channels with sketches of the sizes that were asked for, into the report behind the measures.
void measure_sketches(EvalRun& run);
// What each profile would remove.
void judge_removals(EvalRun& run);

}  // namespace facsim
