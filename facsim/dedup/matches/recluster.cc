// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/recluster.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/corpus/read_payloads.h"
#include "facsim/dedup/copy_corpus.h"
#include "facsim/dedup/folder_sink.h"
#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/judge_again_internal.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/plan_revisits.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/unchanged.h"
#include "facsim/files/byte_sink.h"
#include "facsim/output/copy.h"
#include "facsim/report/read_run.h"
#include "facsim/result/result_folder.h"
#include "facsim/result/result_names.h"
#include "facsim/result/result_update.h"
#include "facsim/tables/parquet_table.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

void require_folder(const std::string& folder) {
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return;
  throw Error(ErrorCode::not_found,
              "is no result of '" + Named::dedup + "': there is no such folder", folder);
}

// Returns the path of its file of pairs.
std::string matches_of(const std::string& folder) {
  const std::string path = folder + "/" + kMatchesName;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw Error(ErrorCode::not_found,
                "has no " + std::string(kMatchesName) + ", which " + Named::dedup +
                    " writes unless " + Sentence(Named::matches, "none") + ", " + Named::against +
                    " or " + Sentence(Named::cluster, "single") + " says otherwise; run it again",
                folder);
  }
  return path;
}

// summary.json and the matches are separate files, and either may have been copied from elsewhere.
void require_same_run(const std::string& folder, const MatchesFile& file) {
  const RunFacts run = read_run(folder);
  const Summary kept = file.summary();
  const bool is_same = run.listed && run.listed->pairs == file.pairs() &&
                       run.listed->pages_cut == file.pages_cut() && run.inputs == kept.inputs &&
                       run.recipe_id == kept.recipe_id && run.records_read == kept.records_read &&
                       run.pages_read == kept.pages_read && run.bytes_read == kept.bytes_read;
  if (!is_same) {
    throw Error(ErrorCode::invalid_argument,
                "is of another run than summary.json beside it; run " + Named::dedup + " again",
                folder + "/" + kMatchesName);
  }
}

// Called before anything is written.
void check_inputs(const Corpus& corpus) {
  std::error_code failed;
  for (const InputFile& file : corpus.files) {
    if (file.path.empty()) {
      throw Error(ErrorCode::invalid_argument,
                  "standard input cannot be read again; leave out " + Named::apply + ", or run " +
                      Named::dedup + " on a file",
                  file.name);
    }
    if (!fs::exists(file.path, failed)) {
      throw Error(
          ErrorCode::not_found,
          "was an input and is gone (" + file.path + "); put it back or leave out " + Named::apply,
          file.name);
    }
    if (!is_unchanged(file)) {
      throw Error(ErrorCode::io, "has changed since the run; run " + Named::dedup + " again",
                  file.name);
    }
  }
}

// Where the new files are written: in place of the earlier ones, or with new copies.
class Target {
 public:
  Target(const std::string& folder, bool apply) : folder_(folder) {
    if (apply) {
      whole_ = std::make_unique<ResultFolder>(folder, true);
    } else {
      rows_ = std::make_unique<ResultUpdate>(folder);
    }
  }
  [[nodiscard]] const std::string& path() const { return whole_ ? whole_->path() : rows_->path(); }
  [[nodiscard]] std::vector<std::string> earlier() const {
    return rows_ ? rows_->earlier() : std::vector<std::string>();
  }
  [[nodiscard]] const std::vector<std::string>& warnings() const {
    return whole_ ? whole_->warnings() : rows_->warnings();
  }
  // Carries over an unchanged file: otherwise it would be removed as stale.
  void carry(const char* name) const {
    const std::string to = whole_->path() + "/" + name;
    std::error_code failed;
    fs::create_hard_link(folder_ + "/" + name, to, failed);
    if (failed) copy_with_edits(folder_ + "/" + name, to, [](Edit&) { return false; }, {});
  }
  void commit() { whole_ ? whole_->commit(report_names()) : rows_->commit(); }

 private:
  std::string folder_;
  std::unique_ptr<ResultFolder> whole_;
  std::unique_ptr<ResultUpdate> rows_;
};

// True if a run of this mode writes records of its inputs.
bool has_copies(const Corpus& corpus, Mode mode) {
  if (mode != Mode::annotate) return has_plain_copies(mode);
  return std::any_of(corpus.files.begin(), corpus.files.end(),
                     [](const InputFile& file) { return has_annotated_copy(file.kind); });
}

// Returns the requested format, else that of the result.
RowFiles row_files(const std::string& folder, const ReclusterOptions& given) {
  std::error_code ignored;
  const bool has_tables = fs::exists(folder + "/" + kDuplicatesTable, ignored);
  const RowFiles rows = given.rows.value_or(has_tables ? RowFiles::parquet : RowFiles::jsonl);
  if (rows == RowFiles::parquet) require_parquet_tables();
  if (rows == RowFiles::jsonl && has_tables && !given.apply) {
    throw Error(ErrorCode::invalid_argument,
                Sentence(Named::rows, "jsonl") + ": " + kDuplicatesTable +
                    " would stay as it is, of an earlier choice; add " + Named::apply +
                    ", or leave out " + Named::rows,
                folder);
  }
  return rows;
}

void write_decisions(const std::vector<NamedDecision>& decisions, const std::string& folder) {
  const auto sink = create_bytes(folder + "/" + kDecisionsName, Packing::none);
  sink->write(decisions_text(decisions));
  sink->close();
}

}  // namespace

Summary recluster(const std::string& folder, const ReclusterOptions& given, const RunHooks& hooks) {
  AgainSteps steps(given.limits, hooks);
  Run& run = steps.run();
  require_folder(folder);
  // First, because it restores the files that an interrupted change had moved away, such as those
  // read below.
  Target target(folder, given.apply);
  run.warn(target.warnings());
  require_same_run(folder, steps.open(matches_of(folder)));
  Choice& choice = steps.choose(given);
  choice.folder.rows = row_files(folder, given);
  const std::vector<NamedDecision> decisions = with_given_decisions(decisions_of(folder), given);

  Corpus& corpus = steps.load();
  const bool writes_revisits = choice.folder.mode == Mode::revisit;
  if (given.apply || writes_revisits) check_inputs(corpus);
  if (writes_revisits) {
    check_kinds_for_revisits(corpus.files, run);
    read_payloads(corpus, choice.read, run);
  }
  if (given.apply && choice.folder.mode != Mode::report) refuse_report_names(corpus.files);
  steps.judge(decisions);

  FolderSink sink(target.path(), choice.folder, choice.read,
                  given.apply ? Copying::everything : Copying::rows_only);
  steps.tell(sink);
  sink.copy_inputs(steps.pages(), run);
  if (given.apply) target.carry(kMatchesName);
  run.end_stage("write", steps.summary().pages_kept, 0);
  Summary summary = steps.finish(sink);
  summary.copies_are_current = given.apply || !has_copies(corpus, choice.folder.mode);
  std::vector<std::string> written = sink.written();
  if (given.apply) written.emplace_back(kMatchesName);
  if (!decisions.empty()) {
    write_decisions(decisions, target.path());
    written.emplace_back(kDecisionsName);
  }
  write_summary(written, target.earlier(), folder, target.path(), summary);
  run.throw_if_cancelled();
  target.commit();
  return summary;
}

}  // namespace facsim
