// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/kept_run.h"

#include <unistd.h>

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/dedup/decide.h"
#include "facsim/dedup/dedup_run_internal.h"
#include "facsim/dedup/matches/judge_again_internal.h"
#include "facsim/dedup/result_names.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/tell_revisits.h"

namespace facsim {
namespace {

class MatchesOwner final : public FolderOwner {
 public:
  MatchesOwner(Matches which, std::string folder) : which_(which), folder_(std::move(folder)) {}
  [[nodiscard]] Matches wants_matches() const override { return which_; }
  void write_matches(const RunMatches& matches, const Run& run) override {
    facsim::write_matches(matches, {.mode = Mode::report, .matches = which_}, folder_, {}, run);
  }

 private:
  Matches which_;
  std::string folder_;
};

}  // namespace

KeptRun::KeptRun(const std::string& tmp, Matches which) : which_(which), owner_(::getpid()) {
  if (which != Matches::none) folder_ = std::make_unique<TempFolder>(tmp);
}

KeptRun::~KeptRun() {
  if (owner_ == ::getpid()) return;
  [[maybe_unused]] const TempFolder* const of_the_parent = folder_.release();
}

Summary KeptRun::dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                       const RunHooks& hooks) {
  MatchesOwner owner(which_, folder_ ? folder_->path() : std::string());
  return dedup_source(pages, sink, options, hooks, owner);
}

Summary KeptRun::dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                       const DedupOptions& options, const RunHooks& hooks) {
  MatchesOwner owner(which_, folder_ ? folder_->path() : std::string());
  return dedup_files(inputs, sink, options, hooks, owner);
}

Summary KeptRun::recluster(const ReclusterOptions& given, DedupSink& sink,
                           const RunHooks& hooks) const {
  const std::string path = folder_ ? folder_->path() + "/" + kMatchesName : std::string();
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::not_found,
                "the run kept no pairs to be judged again; run dedup with matches=all");
  }
  TempFolder temp(given.limits.tmp);
  RunLimits limits = given.limits;
  limits.threads = 1;  // the pairs are a stream
  Run run(limits, hooks, temp);
  const MatchesFile file(path, [&run] { run.throw_if_cancelled(); });
  ReclusterOptions asked = given;
  asked.mode.reset();
  const Choice choice = choose(file, asked);
  Summary summary = begin_summary(file, choice, run);

  Corpus corpus(temp, run.memory_bytes(), Corpus::Units::none);
  const std::vector<std::uint32_t> same_text = file.load(corpus);
  run.end_stage("load", summary.pages_read, 0);

  Clusters clusters = cluster_again(file, corpus, same_text, choice, run);
  summary.what_if = std::move(clusters.what_if);
  run.end_stage("cluster", summary.pages_read, 0);

  DecidedCorpus pages(corpus, clusters.exact_best, clusters.decisions, choice.profile(),
                      choice.policy());
  sink.begin();
  static_cast<DecisionCounts&>(summary) = decide(
      pages, {.read = choice.read, .loss_warned = choice.options.loss_warned, .is_again = true},
      run, sink);
  summary.revisits = tell_revisits(pages, run, sink);
  if (summary.revisits) warn_of_revisits(*summary.revisits, false, false, run);
  tell_skipped(pages.corpus(), sink);
  note_run(run, temp.bytes_written(), summary);
  run.throw_if_cancelled();
  sink.finish(summary);
  return summary;
}

}  // namespace facsim
