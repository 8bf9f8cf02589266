// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup_folder.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/corpus/inputs.h"
#include "facsim/dedup/folder_choice_names.h"
#include "facsim/dedup/folder_sink.h"
#include "facsim/dedup/plan_revisits.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/run_steps_internal.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/own_file.h"
#include "facsim/model/named_values.h"
#include "facsim/page/analysis.h"
#include "facsim/result/result_folder.h"
#include "facsim/result/result_names.h"
#include "facsim/tables/parquet_table.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// Rejects an output folder that contains an input: the input would be read and written at once.
void check_inputs_outside(const InputFiles& inputs, const std::string& output) {
  const std::string folder = (fs::weakly_canonical(output) / "").lexically_normal().string();
  for (const InputFile& file : inputs.files) {
    if (fs::weakly_canonical(file.path).string().starts_with(folder)) {
      throw Error(ErrorCode::already_exists,
                  "is an input and lies in the output folder; choose another " + Named::output,
                  file.shown());
    }
  }
}

// Rejects results in the index's folder and an index in the output folder: each would be mistaken
// for a part of the other.
void check_index_outside(const std::string& index, const std::string& output) {
  if (index.empty()) return;
  // Makes the path absolute first, since weakly_canonical() returns a relative path for one that
  // does not exist yet.
  const auto folder = [](const std::string& path) {
    return (fs::weakly_canonical(fs::absolute(path)) / "").lexically_normal().string();
  };
  const std::string a = folder(index);
  const std::string b = folder(output);
  if (!a.starts_with(b) && !b.starts_with(a)) return;
  throw Error(
      ErrorCode::invalid_argument,
      "the index and the output folder lie one in the other; choose another " + Named::output,
      output);
}

// Returns people's decisions on an earlier result in the folder; nothing if there are none.
std::optional<std::string> earlier_decisions(const std::string& output) {
  const std::string path = output + "/" + kDecisionsName;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  return read_own_file(path, kDecisionsBytesMax, "which no file of decisions is");
}

// keep_decisions() copies them after the work: what cannot be read is refused before it.
void require_readable_decisions(const std::string& output) { (void)earlier_decisions(output); }

// Decisions are a person's work: they are preserved, whatever becomes of the result they were
// about.
void keep_decisions(const std::string& output, const std::string& folder,
                    std::vector<std::string>& written, Words words, Summary& summary) {
  const std::optional<std::string> decisions = earlier_decisions(output);
  if (!decisions) return;
  const auto sink = create_bytes(folder + "/" + kDecisionsName, Packing::none);
  sink->write(*decisions);
  sink->close();
  written.emplace_back(kDecisionsName);
  summary.warnings.push_back(
      std::string(kDecisionsName) +
      ", decisions on an earlier result, was kept; this run did not ask it: '" +
      words(Named::recluster, {}) + "' obeys it, or delete it");
}

// Prevents a run in which every page repeats itself from replacing the results of the same inputs.
void check_results_stay(const std::string& index, const std::string& output, bool force) {
  std::error_code ignored;
  if (!force || !fs::exists(output + "/" + kSummaryName, ignored)) return;
  throw Error{ErrorCode::already_exists,
              "these very inputs were added to the index before, and " + output +
                  " has results: they would be replaced by a run in which every page repeats "
                  "itself; choose another " +
                  Named::output + ", or leave out " + Named::force,
              index};
}

void warn_of_idle_link(const std::vector<InputFile>& files, Run& run) {
  const bool in_folder =
      std::ranges::any_of(files, [](const InputFile& file) { return file.in_folder; });
  if (!in_folder) run.warn(Named::link + ": no file comes from a folder; there is nothing to link");
}

}  // namespace

Summary dedup_to_folder(const std::vector<std::string>& inputs, const std::string& output,
                        const DedupOptions& options, const FolderOptions& folder,
                        const RunHooks& hooks) {
  require_named("mode", folder.mode, mode_names());
  require_named("matches", folder.matches, matches_names());
  require_named("rows", folder.rows, row_files_names());
  if (folder.rows == RowFiles::parquet) require_parquet_tables();
  check_index_outside(options.against.index, output);
  RunSteps steps(options, hooks,
                 {.mode = folder.mode,
                  .matches = folder.matches,
                  .part = {},
                  .skips_name = folder.dry_run ? std::string_view() : kSkippedName});
  ResultFolder result(output, folder.force);
  require_readable_decisions(output);
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  InputFiles found = find_inputs(inputs, steps.reading(), standard_input);
  check_inputs_outside(found, output);
  if (folder.mode != Mode::report && !folder.dry_run) refuse_report_names(found.files);
  if (folder.mode == Mode::revisit) check_kinds_for_revisits(found.files, steps.run());

  steps.read(inputs, std::move(found));
  if (steps.repeats_old_inputs()) {
    check_results_stay(options.against.index, output, folder.force);
  }
  steps.look_up();
  steps.judge();
  FolderSink sink(result.path(), folder, steps.reading());
  if (const auto matches = steps.matches()) {
    write_matches(*matches, folder, result.path(), standard_input.path_if_read(), steps.run());
    sink.expect_matches();
  }
  if (folder.link) warn_of_idle_link(steps.pages().corpus().files, steps.run());
  steps.tell(sink);
  sink.copy_inputs(steps.pages(), steps.run());
  steps.write_to_index();
  Summary summary = steps.finish(sink);
  // Not by run.warn(), as recluster() does: matches.facsim lists the warnings of the run, for later
  // calls of recluster() to repeat, and these are about the folder as it was before.
  summary.warnings.insert(summary.warnings.begin(), result.warnings().begin(),
                          result.warnings().end());
  std::vector<std::string> written = sink.written();
  keep_decisions(output, result.path(), written, hooks.words, summary);
  write_summary(std::move(written), {}, output, result.path(), summary);
  steps.run().throw_if_cancelled();
  result.commit(report_names());
  steps.commit_index();
  return summary;
}

}  // namespace facsim
