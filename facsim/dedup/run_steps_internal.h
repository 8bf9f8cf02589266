// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run, step by step: read, look up, judge, tell, finish. Who makes one calls the steps in this
// order, with what is its own between them: dedup.cc for a sink, dedup_folder.cc for a result
// folder, matches/kept_run.cc for a run that is judged again.

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

// What is asked of a run beside DedupOptions.
struct StepOptions {
  Mode mode = Mode::report;          // Mode::revisit takes the payloads of the pages
  Matches matches = Matches::none;   // which pairs are listed
  PartOfRun part = {};               // what is known of a whole of which the pages are a part
  std::string_view skips_name = {};  // the file that will list what was left out, if any
};

class RunSteps {
 public:
  // Opens the index that the run is against. `options` and `hooks` must outlive this. Throws
  // Error{invalid_argument} for options that cannot be, and what Against() throws.
  RunSteps(const DedupOptions& options, const RunHooks& hooks, StepOptions asked = {});

  [[nodiscard]] Run& run() noexcept { return run_; }
  // With all fields that the run asks for.
  [[nodiscard]] const ReadOptions& reading() const noexcept { return reading_; }

  // 1. One of the two. `named`: the inputs as the user named them. Throws also what
  // require_named_fields() throws.
  void read(const std::vector<std::string>& named, InputFiles found);
  void read(PageSource& pages);
  // The inputs were added to the index before, so that every page repeats itself.
  [[nodiscard]] bool repeats_old_inputs() const { return has_old_inputs_; }

  // 2. Adds the pages of the index that some page may repeat; nothing without an index.
  void look_up();

  // 3. Compares pages and decides.
  void judge();
  // The pairs that were listed, where they were asked for; none against an index, of which only
  // those pages were looked up that matter at this threshold and in this order, and none by single
  // linkage, which asks about other pairs than the leader rule.
  [[nodiscard]] std::optional<RunMatches> matches() const;

  // 4. Tells what was decided, all but the records that were left out.
  void tell(DedupSink& sink);
  // What became of every record of the inputs, for those who copy them.
  [[nodiscard]] const DecidedCorpus& pages() const { return *pages_; }
  // With AgainstOptions::update: what was kept becomes a segment that nobody sees yet.
  void write_to_index();

  // 5. Tells the rest and ends the sink.
  [[nodiscard]] Summary finish(DedupSink& sink);
  // Behind that, and behind all that the caller has to put in its place: what was kept becomes part
  // of the index.
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
  std::optional<Corpus> corpus_;  // behind reading
  bool has_old_inputs_ = false;
  std::vector<std::uint32_t> exact_best_;  // as in Candidates
  std::optional<PairLists> lists_;
  std::optional<Decisions> decisions_;
  std::unique_ptr<DecidedCorpus> pages_;
};

}  // namespace facsim
