// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/dedup.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/base/version.h"
#include "facsim/engine/against.h"
#include "facsim/engine/analysis.h"
#include "facsim/engine/candidates.h"
#include "facsim/engine/keep_order.h"
#include "facsim/engine/leaders.h"
#include "facsim/engine/listed_leaders.h"
#include "facsim/engine/matches_file.h"
#include "facsim/engine/missing_units.h"
#include "facsim/engine/option_names.h"
#include "facsim/engine/pair_collector.h"
#include "facsim/engine/publish.h"
#include "facsim/engine/run_record.h"
#include "facsim/engine/scan.h"
#include "facsim/engine/skipped_rows.h"
#include "facsim/engine/spool.h"
#include "facsim/files/result_folder.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

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
  describe_choice(options, summary);
  summary.scope = name_of(options.scope);
  summary.clustering = name_of(options.clustering);
  const Profile& profile = options.profile;
  summary.text = profile.recipe.parts.front().part == TextPart::all ? "all" : "main";
  summary.shingle_size = profile.recipe.sketch.shingle_size;
  summary.units_min = static_cast<std::uint32_t>(profile.units_min);
  summary.max_distance = profile.max_distance;
  summary.text_field = options.text_field;
  summary.html_field = options.html_field;
  summary.id_field = options.id_field;
  summary.url_field = options.url_field;
  summary.page_bytes_max = options.page_bytes_max;
}

void warn_of_needless_link(const std::vector<InputFile>& files, const DedupOptions& options,
                           Summary& summary) {
  const bool in_folder =
      std::any_of(files.begin(), files.end(), [](const InputFile& file) { return file.in_folder; });
  if (!options.link || in_folder) return;
  summary.warnings.emplace_back("--link: no file comes from a folder; there is nothing to link");
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

  FindOptions find{
      .stdin_path = {}, .follow = options.follow, .columns = text_fields(read_options(options))};
  if (std::count(inputs.begin(), inputs.end(), "-") > 0) {
    find.stdin_path = spool_stdin(temp.path(), hooks.cancelled);
  }
  InputFiles found = find_inputs(inputs, find);
  check_inputs_outside(found, output);
  // Of the reading alone, until matches.facsim has them: the others hold for this run only.
  summary.warnings = found.warnings;
  summary.files_not_read = found.files_not_read;

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

  const LateUnits late = read_missing_units(corpus, candidates.in_group, options, hooks, temp);
  if (late.size() > 0) clock.end("read again", late.size(), 0);
  // Of an index only those pages were looked up that matter at this threshold and in this order.
  // And single linkage asks about other pairs than the leader rule.
  const bool lists_pairs =
      options.matches != Matches::none && !against && options.clustering == Clustering::leader;
  PairLists lists(temp, options.memory_bytes / 32);
  const Decisions decisions = apply_leaders(corpus, late, *candidates.members, options, hooks, temp,
                                            summary, lists_pairs ? &lists : nullptr);
  clock.end("verify", summary.pages_read, 0);

  const Verdicts verdicts(corpus, candidates.exact_best, decisions, options);
  if (lists_pairs) {
    write_matches({corpus, candidates.exact_best, lists, options, summary}, result.path(),
                  find.stdin_path, hooks);
    const double floor = pairs_floor(options.profile.thresholds);
    summary.listed = ListedCounts{lists.pairs(), lists.pages_cut(), floor};
    summary.what_if = count_what_if(corpus, {ranks, candidates.exact_best},
                                    PairReader(lists, corpus.pages()), floor, options, hooks);
  }
  summary.warnings.insert(summary.warnings.begin(), result.warnings().begin(),
                          result.warnings().end());
  warn_of_needless_link(corpus.files, options, summary);
  if (auto warning = warning_of_vain_keep(corpus, options)) {
    summary.warnings.push_back(std::move(*warning));
  }
  std::vector<std::string> written =
      publish(corpus, verdicts, result.path(), options, hooks, temp, summary);
  if (lists_pairs) written.emplace_back(kMatchesName);
  if (against) against->write_kept(corpus, verdicts, hooks, summary);
  write_skipped_rows(corpus.skips, corpus.files, result.path());
  written.emplace_back(kSkippedName);
  written.emplace_back("summary.json");
  for (const std::string& name : written) {
    summary.outputs.emplace_back(name, (fs::path(output) / name).string());
  }
  clock.end("write", summary.pages_kept, summary.bytes_read - summary.bytes_saved);
  note_resources(temp, summary);
  write_summary(summary, result.path());
  throw_if_cancelled(hooks);
  result.commit(kResultReports);
  if (against) against->commit();
  return summary;
}

}  // namespace facsim
