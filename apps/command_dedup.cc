// SPDX-License-Identifier: Apache-2.0
// facsim dedup: turns settings into options, runs, and prints the summary.
#include <optional>
#include <utility>

#include "apps/commands.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "apps/read_inputs.h"
#include "apps/review_output.h"
#include "apps/summary_output.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup_folder.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/index_folder.h"

namespace facsim {
namespace {

// Checks before the run, so that no user waits hours for a page that cannot be written.
void check_report(const Settings& settings) {
  if (settings.report.empty()) {
    if (!settings.no_text) return;
    throw Error(ErrorCode::invalid_argument,
                "--no-text is for the page of --report; name its file with --report FILE");
  }
  if (settings.dry_run) {
    throw Error(ErrorCode::invalid_argument,
                "--report: with --dry-run there is no result to show; leave out one of them");
  }
  require_page_outside(
      settings.report, "--report",
      {.output = settings.output, .inputs = settings.inputs, .index = settings.against.index});
  require_page_place(settings.report, "--report", settings.folder.force);
}

void check_dedup_usage(const Settings& settings) {
  if (settings.inputs.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "no input given; name files, folders, or - for standard input (see 'facsim help "
                "dedup')");
  }
  if (settings.output.empty() && !settings.dry_run) {
    throw Error(ErrorCode::invalid_argument,
                "no output folder given; add -o OUT, or --dry-run to write nothing (see 'facsim "
                "help dedup')");
  }
  require_folder_name(settings.output);
  if (settings.against.update && settings.against.index.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "--update adds what is kept to an index; name it with --against IDX");
  }
  check_report(settings);
}

// The result exists by now, even if its page fails.
void write_report(const Settings& settings) {
  try {
    write_review_page(settings.output, settings.report, settings);
  } catch (const Error& error) {
    throw Error(error.code(),
                std::string("the result in ") + settings.output +
                    " is whole, but the page of --report was not written: " + error.sentence() +
                    " ('facsim report " + settings.output + " -o FILE' writes it)");
  }
}

// A dry run is a run of --mode report (or of --mode revisit, which also counts revisits) into a
// temporary folder that is deleted afterwards.
void write_nothing(DedupOptions& options, FolderOptions& folder) {
  if (folder.mode != Mode::revisit) folder.mode = Mode::report;
  folder.link = false;
  folder.dry_run = true;
  // An index that --update would create has no pages to compare with.
  AgainstOptions& against = options.against;
  if (against.update && !is_index_folder(against.index)) against.index.clear();
  against.update = false;
}

}  // namespace

void run_dedup(const Settings& settings) {
  check_dedup_usage(settings);
  require_tmp(settings);
  DedupOptions options = settings.dedup_options();
  options.against.wait = settings.wait;
  FolderOptions folder = settings.folder;
  std::optional<TempFolder> unwanted;
  if (settings.dry_run) unwanted.emplace(options.limits.tmp);
  const std::string output = unwanted ? unwanted->path() + "/out" : settings.output;
  if (unwanted) write_nothing(options, folder);

  if (settings.min_containment && !settings.min_containment_to_remove) {
    const Thresholds& thresholds = options.judge.profile.thresholds;
    for (const Sentence& warning : warnings_of_bound(thresholds, options.policy)) {
      print_warning(warning.in(program_words));
    }
  }
  WatchedRun watched(settings);
  Summary summary = dedup_to_folder(settings.inputs, output, options, folder, watched.hooks());
  watched.finish();
  if (unwanted) summary.outputs.clear();
  print_summary(summary, settings);
  if (!settings.report.empty()) write_report(settings);
}

}  // namespace facsim
