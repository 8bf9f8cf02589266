// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run that is judged again, step by step: open, choose, load, judge, report, finish. A caller
// calls the steps in this order, as those of a first run (run_steps_internal.h), with its own
// actions between them: recluster.cc for a result folder, kept_run.cc for a run in memory.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/matches/recluster_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/files/temp_folder.h"
#include "facsim/run/run.h"

namespace facsim {

// The options of the run, with the new choices applied.
struct Choice {
  DedupOptions options;
  FolderOptions folder;
  ReadOptions read;  // with all fields that the run needs
  std::vector<Sentence> warnings;

  [[nodiscard]] const Profile& profile() const noexcept { return options.judge.profile; }
  [[nodiscard]] const Policy& policy() const noexcept { return options.policy; }
};

// Throws Error{invalid_argument} for choices that the file cannot answer.
[[nodiscard]] Choice choose(const MatchesFile& file, const ReclusterOptions& given);

// Returns `earlier` and the decisions that `given` has, as a file, as a text or both.
[[nodiscard]] std::vector<NamedDecision> with_given_decisions(std::vector<NamedDecision> earlier,
                                                              const ReclusterOptions& given);

class AgainSteps {
 public:
  // Runs in one thread, since the pairs are read as a stream. `hooks` must outlive this.
  AgainSteps(const RunLimits& limits, const RunHooks& hooks);
  AgainSteps(const AgainSteps&) = delete;
  AgainSteps& operator=(const AgainSteps&) = delete;

  [[nodiscard]] Run& run() noexcept { return run_; }

  // 1. Opens the file of pairs. Throws what MatchesFile() throws.
  const MatchesFile& open(const std::string& path);

  // 2. Applies the new choices; the caller may change those about its files. Throws what choose()
  // throws.
  Choice& choose(const ReclusterOptions& given);

  // 3. Reads the pages of the run.
  Corpus& load();

  // 4. Clusters them. Decisions of people override the rules.
  void judge(const std::vector<NamedDecision>& decisions);

  // 5. Reports all decisions to the sink, but not the skipped records.
  void tell(DedupSink& sink);
  // The decisions on all records, for making copies.
  [[nodiscard]] const DecidedCorpus& pages() const { return *pages_; }
  // The counts so far.
  [[nodiscard]] const Summary& summary() const noexcept { return summary_; }

  // 6. Reports the skipped records and ends the sink.
  [[nodiscard]] Summary finish(DedupSink& sink);

 private:
  TempFolder temp_;
  Run run_;
  std::optional<MatchesFile> file_;
  Choice choice_;
  Summary summary_;
  std::optional<Corpus> corpus_;
  std::vector<std::uint32_t> same_text_;   // as MatchesFile::load() returns it
  std::vector<std::uint32_t> exact_best_;  // as in Candidates
  std::optional<Decisions> decisions_;
  std::optional<DecidedCorpus> pages_;
};

}  // namespace facsim
