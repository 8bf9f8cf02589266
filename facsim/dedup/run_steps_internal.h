// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run, step by step: read, look up, judge, report, finish. A caller calls the steps in this
// order, with its own actions between them: dedup_folder.cc for a result folder,
// matches/kept_run.cc for a sink, with or without pairs that can be judged again.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/dedup/against.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/tell_run.h"
#include "facsim/dedup_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/input/input_files.h"
#include "facsim/page_source.h"
#include "facsim/run/run.h"
#include "facsim/run/run_scratch.h"

namespace facsim {

// Settings of a run in addition to DedupOptions.
struct StepOptions {
  Mode mode = Mode::report;          // Mode::revisit also reads the payloads of the pages
  Matches matches = Matches::none;   // which pairs are listed
  PartOfRun part = {};               // facts about the whole set, if the pages are a part of it
  std::string_view skips_name = {};  // the file that will list skipped records, if any
};

class RunSteps {
 public:
  // Opens the index of a run against one. `options` and `hooks` must outlive this. Throws
  // Error{invalid_argument} for impossible options, and what Against() throws.
  RunSteps(const DedupOptions& options, const RunHooks& hooks, StepOptions asked = {});

  [[nodiscard]] Run& run() noexcept { return run_; }
  // The reading options, with all fields that the run needs.
  [[nodiscard]] const ReadOptions& reading() const noexcept { return reading_; }

  // 1. Call one of the two. `named`: the inputs as the user named them. Also throws what
  // require_named_fields() throws.
  void read(const std::vector<std::string>& named, InputFiles found);
  void read(PageSource& pages);
  // True if the inputs were already added to the index, so that every page repeats itself.
  [[nodiscard]] bool repeats_old_inputs() const { return has_old_inputs_; }

  // 2. Adds the pages of the index that some page may repeat; no effect without an index.
  void look_up();

  // 3. Compares pages and decides.
  void judge();
  // The listed pairs, if requested. Nothing for a run against an index, which only looks up the
  // pages that matter at this threshold and in this order, and nothing for single linkage, which
  // compares other pairs than the leader rule.
  [[nodiscard]] std::optional<RunMatches> matches() const;

  // 4. Reports all decisions to the sink, but not the skipped records.
  void tell(DedupSink& sink);
  // The decisions on all records of the inputs, for making copies.
  [[nodiscard]] const DecidedCorpus& pages() const { return *pages_; }
  // With AgainstOptions::update: writes the kept pages to a segment that is not visible yet.
  void write_to_index();

  // 5. Reports the skipped records and ends the sink.
  [[nodiscard]] Summary finish(DedupSink& sink);
  // Call after finish(), and after the caller has put its results in place: makes the kept pages
  // part of the index.
  void commit_index();

 private:
  void begin(const std::vector<std::string>& named, Corpus::Units units);
  void end_reading(const ReadCounts& counts);
  void require_keys();

  const DedupOptions& options_;
  const RunHooks& hooks_;
  StepOptions asked_;
  RunScratch scratch_;
  Run run_;
  ReadOptions reading_;
  std::optional<Against> against_;
  Summary summary_;
  std::optional<Corpus> corpus_;  // set after reading
  bool has_old_inputs_ = false;
  std::vector<std::uint32_t> exact_best_;  // as in Candidates
  std::optional<PairLists> lists_;
  std::optional<Decisions> decisions_;
  std::unique_ptr<DecidedCorpus> pages_;
};

}  // namespace facsim
