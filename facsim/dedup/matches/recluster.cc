// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/recluster.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/dedup/copy_corpus.h"
#include "facsim/dedup/decide.h"
#include "facsim/dedup/folder_sink.h"
#include "facsim/dedup/matches/listed_leaders.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/result_names.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/tell_revisits.h"
#include "facsim/files/result_folder.h"
#include "facsim/files/result_update.h"
#include "facsim/files/temp_folder.h"
#include "facsim/output/copy.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/report/read_run.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

void require_folder(const std::string& folder) {
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return;
  throw Error(ErrorCode::not_found, "is no result of 'facsim dedup': there is no such folder",
              folder);
}

MatchesFile open_matches(const std::string& folder, const std::function<void()>& check) {
  const std::string path = folder + "/" + kMatchesName;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw Error(
        ErrorCode::not_found,
        "has no " + std::string(kMatchesName) +
            ", which facsim dedup writes unless --matches none, --against or --cluster single "
            "says otherwise; run it again",
        folder);
  }
  return MatchesFile(path, check);
}

// summary.json and the matches stand side by side, and either may have been copied from elsewhere.
void require_same_run(const std::string& folder, const MatchesFile& file) {
  const RunFacts run = read_run(folder);
  const Summary kept = file.summary();
  const bool is_same = run.listed && run.listed->pairs == file.pairs() &&
                       run.listed->pages_cut == file.pages_cut() && run.inputs == kept.inputs &&
                       run.recipe_id == kept.recipe_id && run.records_read == kept.records_read &&
                       run.pages_read == kept.pages_read && run.bytes_read == kept.bytes_read;
  if (!is_same) {
    throw Error(ErrorCode::invalid_argument,
                "is of another run than summary.json beside it; run facsim dedup again",
                folder + "/" + kMatchesName);
  }
}

void require_floor(const char* name, double threshold, double floor) {
  if (threshold >= floor) return;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%g is below %g", threshold, floor);
  throw Error(ErrorCode::invalid_argument,
              std::string(name) + ": " + text.data() +
                  ", the lowest for which the run kept its pairs; run facsim dedup again");
}

void choose_thresholds(const MatchesFile& file, const ReclusterOptions& given,
                       Thresholds& thresholds) {
  if (given.min_resemblance) {
    require_floor("--min-resemblance", *given.min_resemblance, file.floor());
    thresholds.min_resemblance = *given.min_resemblance;
  }
  if (given.min_agreement) {
    if (thresholds.min_agreement == 0) {
      throw Error(
          ErrorCode::invalid_argument,
          "--min-agreement: the run did not measure it of all pairs; run facsim dedup again "
          "with --min-agreement or --profile thorough");
    }
    require_floor("--min-agreement", *given.min_agreement, file.floor());
    thresholds.min_agreement = *given.min_agreement;
  }
  if (given.min_containment) {
    require_floor("--min-containment", *given.min_containment, file.floor());
    thresholds.min_containment = *given.min_containment;
  }
}

void choose_policy(const ReclusterOptions& given, Policy& policy) {
  if (given.keep) {
    if (*given.keep == Keep::field &&
        (policy.keep != Keep::field || policy.keep_field != given.keep_field)) {
      throw Error(ErrorCode::invalid_argument,
                  "--keep field:" + given.keep_field +
                      ": the run did not read that field; run facsim dedup again with it");
    }
    policy.keep = *given.keep;
  }
  if (given.remove) policy.remove = *given.remove;
}

void choose_mode(const ReclusterOptions& given, Mode& mode) {
  if (!given.mode) return;
  if (*given.mode != mode && !given.apply) {
    throw Error(ErrorCode::invalid_argument, "--mode: another one than the run's (" +
                                                 std::string(name_of(mode)) + ") needs --apply");
  }
  mode = *given.mode;
}

// Before anything is written.
void check_inputs(const Corpus& corpus) {
  std::error_code failed;
  for (const InputFile& file : corpus.files) {
    if (file.path.empty()) {
      throw Error(ErrorCode::invalid_argument,
                  "standard input cannot be read again; leave out --apply, or run facsim dedup "
                  "on a file",
                  file.name);
    }
    if (!fs::exists(file.path, failed)) {
      throw Error(ErrorCode::not_found,
                  "was an input and is gone (" + file.path + "); put it back or leave out --apply",
                  file.name);
    }
    if (!is_unchanged(file)) {
      throw Error(ErrorCode::io, "has changed since the run; run facsim dedup again", file.name);
    }
  }
}

// Where the new files are written: over those of before, or with new copies.
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
  // Of a file that stays as it is: what is not written again would be removed as stale.
  void carry(const char* name) const {
    const std::string to = whole_->path() + "/" + name;
    std::error_code failed;
    fs::create_hard_link(folder_ + "/" + name, to, failed);
    if (failed) copy_with_edits(folder_ + "/" + name, to, [](Edit&) { return false; }, {});
  }
  void commit() { whole_ ? whole_->commit(kResultReports) : rows_->commit(); }

 private:
  std::string folder_;
  std::unique_ptr<ResultFolder> whole_;
  std::unique_ptr<ResultUpdate> rows_;
};

// Whether a run of this mode writes records of its inputs.
bool has_copies(const Corpus& corpus, Mode mode) {
  if (mode != Mode::annotate) return mode == Mode::remove;
  return std::any_of(corpus.files.begin(), corpus.files.end(),
                     [](const InputFile& file) { return has_json_records(file.kind); });
}

// What the run was asked for, with what is asked anew in its place.
struct Choice {
  DedupOptions options;
  FolderOptions folder;
  ReadOptions read;  // with all fields that the run asks for

  [[nodiscard]] const Profile& profile() const noexcept { return options.judge.profile; }
  [[nodiscard]] const Policy& policy() const noexcept { return options.policy; }
};

Choice choose(const MatchesFile& file, const ReclusterOptions& given) {
  Choice choice{file.options(), file.folder_options(), {}};
  choose_thresholds(file, given, choice.options.judge.profile.thresholds);
  choose_policy(given, choice.options.policy);
  choose_mode(given, choice.folder.mode);
  choice.read = reading_of(choice.options.read, choice.policy(), choice.profile().recipe);
  return choice;
}

// What the run read, and what is chosen now.
Summary begin_summary(const MatchesFile& file, const Choice& choice, Run& run) {
  Summary summary = file.summary();
  run.warn(summary.warnings);
  describe_choice(choice.profile(), choice.policy(), summary);
  summary.follow = choice.options.read.follow;
  summary.reclustered = true;
  summary.listed = ListedCounts{file.pairs(), file.pages_cut(), file.floor()};
  summary.truncated = file.pages_cut();
  if (file.pages_cut() > 0) {
    run.warn(human_count(file.pages_cut()) +
             " pages have pairs that the run did not list; where these are alike, "
             "a run of its own removes more (see --matches)");
  }
  return summary;
}

struct Clusters {
  std::vector<std::uint32_t> exact_best;  // as in Candidates
  Decisions decisions;
  std::vector<WhatIf> what_if;
};

// `same_text` as MatchesFile::load() gives it.
Clusters cluster_again(const MatchesFile& file, const Corpus& corpus,
                       const std::vector<std::uint32_t>& same_text, const Choice& choice,
                       Run& run) {
  const Profile& profile = choice.profile();
  const Policy& policy = choice.policy();
  if (auto warning = warning_of_unused_keep(corpus, policy, choice.read.time_field)) {
    run.warn(std::move(*warning));
  }
  const std::vector<std::uint32_t> ranks = keep_ranks(corpus, policy.keep, run);
  std::vector<std::uint32_t> exact_best = best_of_texts(same_text, ranks);
  const TextOrder order{ranks, exact_best};
  Decisions decisions =
      apply_leaders_to_pairs(corpus, order, file.pair_reader(), profile, policy, run);
  std::vector<WhatIf> what_if =
      count_what_if(corpus, order, file.pair_reader(), file.floor(), profile, policy, run);
  return {std::move(exact_best), std::move(decisions), std::move(what_if)};
}

// Rows and, where they are asked for, copies.
void write_result(DecidedCorpus& pages, const Choice& choice, bool with_copies, Run& run,
                  FolderSink& sink, Summary& summary) {
  sink.begin();
  static_cast<DecisionCounts&>(summary) = decide(
      pages, {.read = choice.read, .loss_warned = choice.options.loss_warned, .is_again = true},
      run, sink);
  summary.revisits = tell_revisits(pages, run, sink);
  if (summary.revisits) {
    warn_of_revisits(*summary.revisits, choice.folder.mode == Mode::remove, false, run);
  }
  sink.copy_inputs(pages, run);
  summary.copies_are_current = with_copies || !has_copies(pages.corpus(), choice.folder.mode);
  if (with_copies) tell_skipped(pages.corpus(), sink);
}

}  // namespace

Summary recluster(const std::string& folder, const ReclusterOptions& given, const RunHooks& hooks) {
  TempFolder temp(given.limits.tmp);
  RunLimits limits = given.limits;
  limits.threads = 1;  // the pairs are a stream
  Run run(limits, hooks, temp);
  require_folder(folder);
  // First: it puts back what a killed change had put aside, such as the files that are read below.
  Target target(folder, given.apply);
  run.warn(target.warnings());
  const MatchesFile file = open_matches(folder, [&run] { run.throw_if_cancelled(); });
  require_same_run(folder, file);
  const Choice choice = choose(file, given);
  Summary summary = begin_summary(file, choice, run);

  Corpus corpus(temp, run.memory_bytes(), Corpus::Units::none);
  const std::vector<std::uint32_t> same_text = file.load(corpus);
  if (given.apply) check_inputs(corpus);
  run.end_stage("load", summary.pages_read, 0);

  Clusters clusters = cluster_again(file, corpus, same_text, choice, run);
  summary.what_if = std::move(clusters.what_if);
  run.end_stage("cluster", summary.pages_read, 0);

  FolderSink sink(target.path(), choice.folder, choice.read,
                  given.apply ? Copying::everything : Copying::rows_only);
  DecidedCorpus pages(corpus, clusters.exact_best, clusters.decisions, choice.profile(),
                      choice.policy());
  write_result(pages, choice, given.apply, run, sink, summary);
  if (given.apply) target.carry(kMatchesName);
  run.end_stage("write", summary.pages_kept, 0);

  note_run(run, temp.bytes_written(), summary);
  sink.finish(summary);
  std::vector<std::string> written = sink.written();
  if (given.apply) written.emplace_back(kMatchesName);
  write_summary(written, target.earlier(), folder, target.path(), summary);
  run.throw_if_cancelled();
  target.commit();
  return summary;
}

}  // namespace facsim
