// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/recluster.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/engine/keep_order.h"
#include "facsim/engine/listed_leaders.h"
#include "facsim/engine/matches_file.h"
#include "facsim/engine/option_names.h"
#include "facsim/engine/publish.h"
#include "facsim/engine/run_record.h"
#include "facsim/engine/skipped_rows.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/result_folder.h"
#include "facsim/files/result_update.h"
#include "facsim/files/temp_folder.h"
#include "facsim/output/copy.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

MatchesFile open_matches(const std::string& folder, const DedupHooks& hooks) {
  const std::string path = folder + "/" + kMatchesName;
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw Error(ErrorCode::not_found, "is no result of 'facsim dedup': there is no such folder",
                folder);
  }
  if (!fs::exists(path, ignored)) {
    throw Error(
        ErrorCode::not_found,
        "has no " + std::string(kMatchesName) +
            ", which facsim dedup writes unless --matches none, --against or --cluster single "
            "says otherwise; run it again",
        folder);
  }
  return MatchesFile(path, hooks);
}

void require_floor(const char* name, double threshold, double floor) {
  if (threshold >= floor) return;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%g is below %g", threshold, floor);
  throw Error(ErrorCode::invalid_argument,
              std::string(name) + ": " + text.data() +
                  ", the lowest for which the run kept its pairs; run facsim dedup again");
}

DedupOptions choose(const MatchesFile& file, const ReclusterOptions& wishes) {
  DedupOptions options = file.options();
  Thresholds& thresholds = options.profile.thresholds;
  if (wishes.resemblance_min) {
    require_floor("--min-resemblance", *wishes.resemblance_min, file.floor());
    thresholds.resemblance_min = *wishes.resemblance_min;
  }
  if (wishes.agreement_min) {
    if (thresholds.agreement_min == 0) {
      throw Error(
          ErrorCode::invalid_argument,
          "--min-agreement: the run did not measure it of all pairs; run facsim dedup again "
          "with --min-agreement or --profile thorough");
    }
    require_floor("--min-agreement", *wishes.agreement_min, file.floor());
    thresholds.agreement_min = *wishes.agreement_min;
  }
  if (wishes.containment_min) {
    require_floor("--min-containment", *wishes.containment_min, file.floor());
    thresholds.containment_min = *wishes.containment_min;
  }
  if (wishes.keep) {
    if (*wishes.keep == Keep::field &&
        (options.keep != Keep::field || options.keep_field != wishes.keep_field)) {
      throw Error(ErrorCode::invalid_argument,
                  "--keep field:" + wishes.keep_field +
                      ": the run did not read that field; run facsim dedup again with it");
    }
    options.keep = *wishes.keep;
  }
  if (wishes.remove) options.remove = *wishes.remove;
  if (wishes.mode && *wishes.mode != options.mode && !wishes.apply) {
    throw Error(ErrorCode::invalid_argument, "--mode: another one than the run's (" +
                                                 std::string(name_of(options.mode)) +
                                                 ") needs --apply");
  }
  if (wishes.mode) options.mode = *wishes.mode;
  options.memory_bytes = wishes.memory_bytes;
  options.tmp = wishes.tmp;
  return options;
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
  [[nodiscard]] std::vector<std::string> warnings() const {
    return whole_ ? whole_->warnings() : std::vector<std::string>();
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

void name_outputs(std::vector<std::string> written, const std::vector<std::string>& earlier,
                  const std::string& folder, Summary& summary) {
  for (const std::string& name : earlier) {
    if (std::find(written.begin(), written.end(), name) == written.end()) written.push_back(name);
  }
  for (const std::string& name : written) {
    summary.outputs.emplace_back(name, (fs::path(folder) / name).string());
  }
}

}  // namespace

Summary recluster(const std::string& folder, const ReclusterOptions& wishes,
                  const DedupHooks& hooks) {
  const MatchesFile file = open_matches(folder, hooks);
  const DedupOptions options = choose(file, wishes);
  Summary summary = file.summary();
  StageClock clock(summary);
  describe_choice(options, summary);
  summary.reclustered = true;
  summary.listed = ListedCounts{file.pairs(), file.pages_cut(), file.floor()};
  summary.truncated = file.pages_cut();
  if (file.pages_cut() > 0) {
    summary.warnings.push_back(
        human_count(file.pages_cut()) +
        " pages have pairs that the run did not list; where these are alike, "
        "a run of its own removes more (see --matches)");
  }

  TempFolder temp(options.tmp);
  Corpus corpus(temp, options.memory_bytes, false);
  const std::vector<std::uint32_t> same_text = file.load(corpus);
  if (wishes.apply) check_inputs(corpus);
  clock.end("load", summary.pages_read, 0);

  if (auto warning = warning_of_vain_keep(corpus, options)) {
    summary.warnings.push_back(std::move(*warning));
  }
  const std::vector<std::uint32_t> ranks =
      keep_ranks(corpus, options.keep, temp, options.memory_bytes);
  const std::vector<std::uint32_t> exact_best = best_of_texts(same_text, ranks);
  const TextOrder order{ranks, exact_best};
  const Decisions decisions =
      apply_leaders_to_pairs(corpus, order, file.pair_reader(), options, hooks, temp);
  summary.what_if = count_what_if(corpus, order, file.pair_reader(), file.floor(), options, hooks);
  clock.end("cluster", summary.pages_read, 0);

  Target target(folder, wishes.apply);
  for (std::string& warning : target.warnings()) summary.warnings.push_back(std::move(warning));
  const Verdicts verdicts(corpus, exact_best, decisions, options);
  std::vector<std::string> written =
      publish(corpus, verdicts, target.path(), options, hooks, temp, summary,
              wishes.apply ? Copying::everything : Copying::rows_only);
  summary.copies_are_current = wishes.apply || !has_copies(corpus, options.mode);
  if (wishes.apply) {
    write_skipped_rows(corpus.skips, corpus.files, target.path());
    target.carry(kMatchesName);
    written.emplace_back(kSkippedName);
    written.emplace_back(kMatchesName);
  }
  written.emplace_back("summary.json");
  name_outputs(std::move(written), target.earlier(), folder, summary);
  clock.end("write", summary.pages_kept, 0);
  note_resources(temp, summary);
  write_summary(summary, target.path());
  throw_if_cancelled(hooks);
  target.commit();
  return summary;
}

}  // namespace facsim
