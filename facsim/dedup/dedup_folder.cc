// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup_folder.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/corpus/inputs.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/dedup/choice_names.h"
#include "facsim/dedup/dedup_run_internal.h"
#include "facsim/dedup/folder_sink.h"
#include "facsim/dedup/plan_revisits.h"
#include "facsim/dedup/result_names.h"
#include "facsim/dedup/run_record.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/own_file.h"
#include "facsim/files/parquet_table.h"
#include "facsim/files/result_folder.h"
#include "facsim/files/summary_name.h"
#include "facsim/input/report_names.h"
#include "facsim/model/named_values.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

// An output folder that holds an input would be read and written at once.
void check_inputs_outside(const InputFiles& inputs, const std::string& output) {
  const std::string folder = (fs::weakly_canonical(output) / "").lexically_normal().string();
  for (const InputFile& file : inputs.files) {
    if (fs::weakly_canonical(file.path).string().starts_with(folder)) {
      throw Error(ErrorCode::already_exists,
                  "is an input and lies in the output folder; choose another -o", file.shown());
    }
  }
}

// Results in the index's folder, or an index in theirs, would be taken for each other's.
void check_index_outside(const std::string& index, const std::string& output) {
  if (index.empty()) return;
  // Absolute first: of what is not there yet, weakly_canonical() leaves a relative path.
  const auto folder = [](const std::string& path) {
    return (fs::weakly_canonical(fs::absolute(path)) / "").lexically_normal().string();
  };
  const std::string a = folder(index);
  const std::string b = folder(output);
  if (!a.starts_with(b) && !b.starts_with(a)) return;
  throw Error(ErrorCode::invalid_argument,
              "the index and the output folder lie one in the other; choose another -o", output);
}

// What people decided of an earlier result there; nothing where they did not.
std::optional<std::string> earlier_decisions(const std::string& output) {
  const std::string path = output + "/" + kDecisionsName;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  return read_own_file(path, kDecisionsBytesMax, "which no file of decisions is");
}

// A person's work: it stays, whatever becomes of the result that it was about.
void keep_decisions(const std::string& output, const std::string& folder,
                    std::vector<std::string>& written, Summary& summary) {
  const std::optional<std::string> decisions = earlier_decisions(output);
  if (!decisions) return;
  const auto sink = create_bytes(folder + "/" + kDecisionsName, Packing::none);
  sink->write(*decisions);
  sink->close();
  written.emplace_back(kDecisionsName);
  summary.warnings.push_back(std::string(kDecisionsName) +
                             ", decisions on an earlier result, was kept; this run did not ask it: "
                             "'facsim recluster' obeys it, or delete it");
}

class Owner final : public FolderOwner {
 public:
  Owner(const std::string& output, const std::string& path, FolderSink& sink,
        const DedupOptions& options, const FolderOptions& folder,
        const SpooledStdin& standard_input)
      : output_(output),
        path_(path),
        sink_(sink),
        options_(options),
        folder_(folder),
        standard_input_(standard_input) {}

  [[nodiscard]] std::string_view skips_name() const override {
    return folder_.dry_run ? std::string_view() : kSkippedName;
  }
  [[nodiscard]] bool writes_revisits() const override { return folder_.mode == Mode::revisit; }
  void has_old_inputs() override {
    std::error_code ignored;
    if (!folder_.force || !fs::exists(output_ + "/" + kSummaryName, ignored)) return;
    throw Error{ErrorCode::already_exists,
                "these very inputs were added to the index before, and " + output_ +
                    " has results: they would be replaced by a run in which every page repeats "
                    "itself; choose another -o, or leave out --force",
                options_.against.index};
  }
  void compared(std::span<const InputFile> files, Run& run) override {
    const bool in_folder = std::any_of(files.begin(), files.end(),
                                       [](const InputFile& file) { return file.in_folder; });
    if (!folder_.link || in_folder) return;
    run.warn("--link: no file comes from a folder; there is nothing to link");
  }
  [[nodiscard]] Matches wants_matches() const override { return folder_.matches; }
  void write_matches(const RunMatches& matches, const Run& run) override {
    facsim::write_matches(matches, folder_, path_, standard_input_.path_if_read(), run);
    sink_.expect_matches();
  }
  void decided(const DecidedCorpus& pages, Run& run) override { sink_.copy_inputs(pages, run); }
  [[nodiscard]] bool leaves_out_removed() const override { return folder_.mode == Mode::remove; }

 private:
  const std::string& output_;
  const std::string& path_;
  FolderSink& sink_;
  const DedupOptions& options_;
  const FolderOptions& folder_;
  const SpooledStdin& standard_input_;
};

}  // namespace

Summary dedup_to_folder(const std::vector<std::string>& inputs, const std::string& output,
                        const DedupOptions& options, const FolderOptions& folder,
                        const RunHooks& hooks) {
  require_named("mode", folder.mode, mode_names());
  require_named("matches", folder.matches, matches_names());
  require_named("rows", folder.rows, row_files_names());
  if (folder.rows == RowFiles::parquet) require_parquet_tables();
  check_index_outside(options.against.index, output);
  RunState state(options, hooks);
  ResultFolder result(output, folder.force);
  (void)earlier_decisions(output);  // before the work: it must be readable behind it
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  InputFiles found = find_inputs(inputs, state.read, standard_input);
  check_inputs_outside(found, output);
  require_named_fields(found.files, state.read, hooks);
  if (folder.mode != Mode::report && !folder.dry_run) refuse_report_names(found.files);
  if (folder.mode == Mode::revisit) check_kinds_for_revisits(found.files, state.run);

  FolderSink sink(result.path(), folder, state.read);
  Owner owner(output, result.path(), sink, options, folder, standard_input);
  Summary summary = run_dedup({inputs, std::move(found)}, options, state, sink, owner);
  summary.warnings.insert(summary.warnings.begin(), result.warnings().begin(),
                          result.warnings().end());
  std::vector<std::string> written = sink.written();
  keep_decisions(output, result.path(), written, summary);
  write_summary(std::move(written), {}, output, result.path(), summary);
  state.run.throw_if_cancelled();
  result.commit(kResultReports);
  if (state.against) state.against->commit();
  return summary;
}

}  // namespace facsim
