// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/dedup.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/base/version.h"
#include "facsim/engine/against.h"
#include "facsim/engine/analysis.h"
#include "facsim/engine/candidates.h"
#include "facsim/engine/keep_order.h"
#include "facsim/engine/leaders.h"
#include "facsim/engine/missing_units.h"
#include "facsim/engine/option_names.h"
#include "facsim/engine/publish.h"
#include "facsim/engine/scan.h"
#include "facsim/engine/skipped_rows.h"
#include "facsim/engine/spool.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/result_folder.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kReports = {"duplicates.jsonl",  "reported.jsonl", "clusters.jsonl",
                                           "annotations.jsonl", "summary.json",   "kept.txt",
                                           "kept.nul",          kSkippedName};

// Measures the stages of a run, one after the other.
class StageClock {
 public:
  explicit StageClock(Summary& summary) : summary_(summary) {}
  void end(std::string name, std::uint64_t pages, std::uint64_t bytes) {
    const auto now = std::chrono::steady_clock::now();
    summary_.stages.push_back(
        {std::move(name), std::chrono::duration<double>(now - began_).count(), pages, bytes});
    summary_.seconds = std::chrono::duration<double>(now - start_).count();
    began_ = now;
  }

 private:
  Summary& summary_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point began_ = start_;
};

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// An output folder that holds an input would be read and written at once.
void check_inputs_outside(const InputFiles& inputs, const std::string& output) {
  const std::string folder = (fs::weakly_canonical(output) / "").lexically_normal().string();
  for (const InputFile& file : inputs.files) {
    if (fs::weakly_canonical(file.path).string().starts_with(folder)) {
      throw Error(ErrorCode::already_exists,
                  "is an input and lies in the output folder; choose another -o", file.name);
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

void describe(const std::vector<std::string>& inputs, const DedupOptions& options,
              Summary& summary) {
  summary.inputs = inputs;
  summary.version = kVersion;
  summary.profile = options.profile.name;
  summary.recipe = options.profile.recipe.name;
  summary.recipe_id = hex(options.profile.recipe.id());
  summary.recipe_toml = to_toml(options.profile.recipe);
  summary.mode = name_of(options.mode);
  summary.keep = name_of(options.keep);
  if (options.keep == Keep::field) summary.keep += ":" + options.keep_field;
  summary.scope = name_of(options.scope);
  summary.clustering = name_of(options.clustering);
  for (int kind = 0; kind < kKindCount; ++kind) {
    if (options.remove.has(static_cast<Kind>(kind))) {
      summary.remove.emplace_back(name_of(static_cast<Kind>(kind)));
    }
  }
  const Profile& profile = options.profile;
  summary.text = profile.recipe.parts.front().part == TextPart::all ? "all" : "main";
  summary.shingle_size = profile.recipe.sketch.shingle_size;
  summary.units_min = static_cast<std::uint32_t>(profile.units_min);
  summary.max_distance = profile.max_distance;
  summary.resemblance_min = profile.thresholds.resemblance_min;
  summary.agreement_min = profile.thresholds.agreement_min;
  summary.containment_min = profile.thresholds.containment_min;
  summary.text_field = options.text_field;
  summary.html_field = options.html_field;
  summary.id_field = options.id_field;
  summary.url_field = options.url_field;
  summary.page_bytes_max = options.page_bytes_max;
  summary.threads = std::max(1, options.threads);
  summary.memory_limit_bytes = options.memory_bytes;
}

void warn_of_needless_link(const InputFiles& inputs, const DedupOptions& options,
                           Summary& summary) {
  const bool in_folder = std::any_of(inputs.files.begin(), inputs.files.end(),
                                     [](const InputFile& file) { return file.in_folder; });
  if (!options.link || in_folder) return;
  summary.warnings.emplace_back("--link: no file comes from a folder; there is nothing to link");
}

void write_file(const std::string& path, const std::string& bytes) {
  const auto sink = create_bytes(path, Packing::none);
  sink->write(bytes);
  sink->close();
}

}  // namespace

Summary dedup(const std::vector<std::string>& inputs, const std::string& output,
              const DedupOptions& options, const DedupHooks& hooks) {
  require_indexable(options.profile.recipe);
  Summary summary;
  StageClock clock(summary);
  describe(inputs, options, summary);
  check_index_outside(options.against, output);
  TempFolder temp(options.tmp);
  std::optional<Against> against;
  if (!options.against.empty()) against.emplace(options, hooks, temp);
  ResultFolder result(output, options.force);

  FindOptions find;
  if (std::count(inputs.begin(), inputs.end(), "-") > 0) {
    find.stdin_path = spool_stdin(temp.path(), hooks.cancelled);
  }
  InputFiles found = find_inputs(inputs, find);
  check_inputs_outside(found, output);
  summary.warnings = result.warnings();
  summary.warnings.insert(summary.warnings.end(), found.warnings.begin(), found.warnings.end());
  summary.files_not_read = found.files_not_read;
  warn_of_needless_link(found, options, summary);

  Corpus corpus(temp, options.memory_bytes);
  corpus.files = std::move(found.files);
  scan(corpus, options, hooks, temp, summary, kSkippedName);
  clock.end("read", summary.pages_read, summary.bytes_read);
  if (against) {
    against->warn_of_old_inputs(corpus, output, summary);
    against->add_known_pages(corpus, hooks, summary);
    clock.end("look up", summary.pages_read, 0);
  }

  const std::vector<std::uint32_t> ranks =
      keep_ranks(corpus, options.keep, temp, options.memory_bytes);
  Candidates candidates = find_candidates(corpus, ranks, options, hooks, temp);
  summary.crowded_anchors = candidates.crowded_anchors;
  clock.end("match", summary.pages_read, 0);

  const LateUnits late =
      read_missing_units(corpus, candidates.in_group, options, hooks, temp);
  if (late.size() > 0) clock.end("read again", late.size(), 0);
  const Decisions decisions =
      apply_leaders(corpus, late, *candidates.members, options, hooks, temp, summary);
  clock.end("verify", summary.pages_read, 0);

  const Verdicts verdicts(corpus, candidates.exact_best, decisions, options);
  std::vector<std::string> written =
      publish(corpus, verdicts, result.path(), options, hooks, temp, summary);
  if (against) against->write_kept(corpus, verdicts, hooks, summary);
  write_skipped_rows(corpus.skips, corpus.files, result.path());
  written.emplace_back(kSkippedName);
  written.emplace_back("summary.json");
  for (const std::string& name : written) {
    summary.outputs.emplace_back(name, (fs::path(output) / name).string());
  }
  clock.end("write", summary.pages_kept, summary.bytes_read - summary.bytes_saved);
  summary.peak_memory_bytes = peak_memory_bytes();
  summary.scratch_bytes = temp.bytes_written();
  write_file(result.path() + "/summary.json", to_json(summary));
  throw_if_cancelled(hooks);
  result.commit(kReports);
  if (against) against->commit();
  return summary;
}

}  // namespace facsim
