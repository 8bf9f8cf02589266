// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/kept_run.h"

#include <unistd.h>

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/corpus/inputs.h"
#include "facsim/dedup/folder_sink.h"
#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/judge_again_internal.h"
#include "facsim/dedup/run_steps_internal.h"
#include "facsim/files/byte_sink.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

void write_text(const std::string& path, const std::string& text) {
  const auto sink = create_bytes(path, Packing::none);
  sink->write(text);
  sink->close();
}

}  // namespace

KeptRun::KeptRun(const std::string& tmp, Matches which, PartOfRun part)
    : which_(which), part_(std::move(part)), owner_(::getpid()) {
  if (which != Matches::none) folder_ = std::make_unique<TempFolder>(tmp);
}

KeptRun::~KeptRun() {
  if (owner_ == ::getpid()) return;
  [[maybe_unused]] const TempFolder* const of_the_parent = folder_.release();
}

Summary KeptRun::dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                       const RunHooks& hooks) {
  RunSteps steps(options, hooks, {.matches = which_, .part = part_});
  steps.read(pages);
  return judge_and_tell(steps, sink);
}

Summary KeptRun::dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                       const DedupOptions& options, const RunHooks& hooks) {
  RunSteps steps(options, hooks, {.matches = which_, .part = part_});
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  steps.read(inputs, find_inputs(inputs, steps.reading(), standard_input));
  return judge_and_tell(steps, sink);
}

Summary KeptRun::judge_and_tell(RunSteps& steps, DedupSink& sink) {
  steps.look_up();
  steps.judge();
  if (const auto matches = steps.matches()) {
    write_matches(*matches, {.mode = Mode::report, .matches = which_}, folder_->path(), {},
                  steps.run());
  }
  steps.tell(sink);
  steps.write_to_index();
  Summary summary = steps.finish(sink);
  steps.commit_index();
  return summary;
}

Summary KeptRun::recluster(const ReclusterOptions& given, DedupSink& sink,
                           const RunHooks& hooks) const {
  const std::string path = folder_ ? folder_->path() + "/" + kMatchesName : std::string();
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::not_found,
                "the run kept no pairs to be judged again; run dedup with matches=all");
  }
  AgainSteps steps(given.limits, hooks);
  (void)steps.open(path);
  ReclusterOptions asked = given;
  asked.mode.reset();
  (void)steps.choose(asked);
  const std::vector<NamedDecision> decisions = with_given_decisions({}, given);
  (void)steps.load();
  steps.judge(decisions);
  steps.tell(sink);
  return steps.finish(sink);
}

void KeptRun::write_result(const ReclusterOptions& given, const std::string& summary,
                           const std::string& folder, const RunHooks& hooks) const {
  const ReadOptions read;  // no record is read again
  FolderSink rows(folder, {.mode = Mode::report}, read);
  (void)recluster(given, rows, hooks);
  namespace fs = std::filesystem;
  const fs::path pairs = fs::path(folder_->path()) / kMatchesName;
  std::error_code failed;
  fs::create_hard_link(pairs, fs::path(folder) / kMatchesName, failed);
  if (failed) fs::copy_file(pairs, fs::path(folder) / kMatchesName, failed);
  if (failed) throw Error(ErrorCode::io, "cannot be written: " + failed.message(), folder);
  write_text(folder + "/" + kSummaryName, summary);
  const std::vector<NamedDecision> decisions = with_given_decisions({}, given);
  if (decisions.empty()) return;
  write_text(folder + "/" + kDecisionsName, decisions_text(decisions));
}

}  // namespace facsim
