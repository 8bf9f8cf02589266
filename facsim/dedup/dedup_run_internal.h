// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steps of a run, wherever its pages come from. The owner of a result folder has a word in it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/dedup/against.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/input/input_files.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/page_source.h"
#include "facsim/run/run.h"
#include "facsim/run/run_scratch.h"

namespace facsim {

// What the owner of a result folder does beside what a sink is told. Does nothing by default.
class FolderOwner {
 public:
  virtual ~FolderOwner() = default;
  // The file that will list the records that were left out; empty: there will be none to look at.
  [[nodiscard]] virtual std::string_view skips_name() const { return {}; }
  // Whether copies are to have revisit records (plan_revisits.h), which takes the payloads.
  [[nodiscard]] virtual bool writes_revisits() const { return false; }
  // The inputs were added to the index before, so that every page repeats itself.
  virtual void has_old_inputs() {}
  // All pages were compared; what is told next are decisions.
  virtual void compared(std::span<const InputFile> /*files*/, Run& /*run*/) {}
  // Which pairs the run shall list; nothing is listed against an index or by single linkage.
  [[nodiscard]] virtual Matches wants_matches() const { return Matches::none; }
  virtual void write_matches(const RunMatches& /*matches*/, const Run& /*run*/) {}
  // The sink was told of all pages: every record of the inputs and what became of it.
  virtual void decided(const DecidedCorpus& /*pages*/, Run& /*run*/) {}
  // What the run must know of a whole of which its pages are a part.
  [[nodiscard]] virtual PartOfRun part() const { return {}; }
  // Whether copies without the removed pages are made.
  [[nodiscard]] virtual bool leaves_out_removed() const { return false; }
};

// Files that were found, or a source in their place.
struct RunInputs {
  std::vector<std::string> named;  // as the user named them
  InputFiles found;
  PageSource* pages = nullptr;
};

// What lives as long as a run. Opens the index that it is against before anything is read.
struct RunState {
  RunState(const DedupOptions& options, const RunHooks& hooks);

  RunScratch scratch;
  Run run;
  ReadOptions read;  // with all fields that the run asks for
  std::optional<Against> against;
};

// All but Against::commit().
[[nodiscard]] Summary run_dedup(RunInputs inputs, const DedupOptions& options, RunState& state,
                                DedupSink& sink, FolderOwner& owner);

// What dedup() of dedup.h does, with an owner.
[[nodiscard]] Summary dedup_files(const std::vector<std::string>& inputs, DedupSink& sink,
                                  const DedupOptions& options, const RunHooks& hooks,
                                  FolderOwner& owner);
[[nodiscard]] Summary dedup_source(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                                   const RunHooks& hooks, FolderOwner& owner);

}  // namespace facsim
