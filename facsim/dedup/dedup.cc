// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/corpus/inputs.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/missing_units.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidates.h"
#include "facsim/dedup/decide.h"
#include "facsim/dedup/dedup_run_internal.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/threshold_counts.h"
#include "facsim/dedup/pair_collector.h"
#include "facsim/dedup/plan_revisits.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/tell_revisits.h"
#include "facsim/files/load_parquet.h"
#include "facsim/model/choice_names.h"
#include "facsim/model/named_values.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

// Whether the options of a run can be, before anything is opened or written.
DedupOptions const& checked(const DedupOptions& options) {
  check_profile(options.judge.profile);
  require_indexable(options.judge.profile.recipe);
  check_keep(options.policy.keep);
  require_named("policy.scope", options.policy.scope, scope_names());
  require_named("policy.clustering", options.policy.clustering, clustering_names());
  // Also of what is no number, which no comparison holds of.
  if (!(options.loss_warned >= 0 && options.loss_warned <= 1)) {
    throw Error(
        ErrorCode::invalid_argument,
        "loss_warned = " + std::to_string(options.loss_warned) + ": it must be a share, 0 to 1");
  }
  require_kernel(options.limits.kernel);
  if (options.limits.threads > limits::kThreadsMax) {
    throw Error(ErrorCode::invalid_argument,
                "limits.threads = " + std::to_string(options.limits.threads) +
                    ": it must be at most " + std::to_string(limits::kThreadsMax));
  }
  if (options.against.update && options.against.index.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "against.update needs against.index: the folder of the index to add to");
  }
  return options;  // NOLINT(bugprone-return-const-ref-from-parameter): who calls has it
}

bool is_parquet(const InputFile& file) { return file.kind == FileKind::parquet; }

// Adds the pages of the index to what was read.
void look_up(Against& against, Corpus& corpus, const ReadOptions& read, FolderOwner& owner) {
  if (against.has_inputs(corpus)) {
    owner.has_old_inputs();
    against.warn_of_old_inputs();
  }
  against.add_known_pages(corpus, read);
}

// The pairs of a run, where its owner wants them.
class Listing {
 public:
  Listing(Matches which, const Run& run)
      : collector_(which), lists_(run.scratch(), run.memory_bytes() / 32) {}
  [[nodiscard]] const PairCollector& collector() const noexcept { return collector_; }
  [[nodiscard]] PairLists& lists() noexcept { return lists_; }

  void write(const Corpus& corpus, const TextOrder& order, const DedupOptions& options,
             FolderOwner& owner, const Run& run, Summary& summary) {
    summary.warnings = run.warnings();
    owner.write_matches({corpus, order.exact_best, lists_, options, summary}, run);
    const double floor = pairs_floor(options.judge.profile.thresholds);
    summary.listed = ListedCounts{lists_.pairs(), lists_.pages_cut(), floor};
    summary.what_if = count_what_if(corpus, order, PairReader(lists_, corpus.pages()), floor,
                                    options.judge.profile, options.policy, run);
  }

 private:
  PairCollector collector_;
  PairLists lists_;
};

ReadCounts read_all(RunInputs inputs, const DedupOptions& options, RunState& state,
                    std::string_view skips_name, Corpus& corpus) {
  const Scope scope = options.policy.scope;
  if (inputs.pages != nullptr) {
    return scan(corpus, *inputs.pages, state.read, options.judge, state.run, scope);
  }
  corpus.files = std::move(inputs.found.files);
  return scan(corpus, state.read, options.judge, state.run,
              {.scope = scope, .skips_name = skips_name});
}

// A part of a whole cannot tell what the whole lacks.
void require_keys(const Corpus& corpus, const DedupOptions& options, RunState& state,
                  const FolderOwner& owner) {
  if (owner.part().pages_in_all > 0) return;
  const std::vector<KeepKey>& keys = options.policy.keep;
  try {
    require_used_keys(corpus, keys, state.read.time_field);
  } catch (const Error&) {
    state.run.say_warnings();
    throw;
  }
}

// What was decided, to the sink, and to the index what was kept.
void tell_all(DecidedCorpus& pages, const DedupOptions& options, RunState& state, DedupSink& sink,
              FolderOwner& owner, Summary& summary) {
  Run& run = state.run;
  const bool has_index = state.against && state.against->counts().pages > 0;
  if (owner.writes_revisits()) plan_revisits(pages, run);
  sink.begin();
  static_cast<DecisionCounts&>(summary) =
      decide(pages, {.read = state.read, .loss_warned = options.loss_warned}, run, sink);
  if (owner.writes_revisits()) {
    summary.written_revisits = count_written_revisits(pages, run);
    if (has_index) warn_of_index_in_place(pages, run);
  }
  const KnownOriginals* const known = state.against ? state.against->originals() : nullptr;
  summary.revisits = tell_revisits(pages, known, run, sink);
  if (summary.revisits) {
    warn_of_revisits(*summary.revisits, owner.leaves_out_removed(), has_index, run);
  }
  owner.decided(pages, run);
  if (state.against) {
    state.against->write_kept(pages);
    summary.against = state.against->counts();
    summary.against->removed = summary.removed_for_index;
  }
  tell_skipped(pages.corpus(), sink);
}

}  // namespace

RunState::RunState(const DedupOptions& options, const RunHooks& hooks)
    : scratch(checked(options).limits.tmp),
      run(options.limits, hooks, scratch.get()),
      read(reading_of(options.read, options.policy, options.judge.profile.recipe)) {
  if (options.against.index.empty()) return;
  against.emplace(options.against, options.judge, options.policy, run);
}

Summary run_dedup(RunInputs inputs, const DedupOptions& options, RunState& state, DedupSink& sink,
                  FolderOwner& owner) {
  Run& run = state.run;
  const Profile& profile = options.judge.profile;
  Against* const against = state.against ? &*state.against : nullptr;
  Summary summary;
  describe_run(inputs.named, options, summary);
  run.warn(inputs.found.warnings);
  summary.files_not_read = inputs.found.files_not_read;
  if (std::ranges::any_of(inputs.found.files, is_parquet)) run.set_aside(kParquetPluginBytes);

  Corpus corpus(run.scratch(), run.memory_bytes(),
                inputs.pages != nullptr ? Corpus::Units::all : Corpus::Units::capped);
  if (against != nullptr) corpus.revisits.keep_keys();
  if (owner.writes_revisits()) corpus.payloads.emplace(run.scratch(), run.memory_bytes() / 16);
  static_cast<ReadCounts&>(summary) =
      read_all(std::move(inputs), options, state, owner.skips_name(), corpus);
  run.end_stage("read", summary.pages_read, summary.bytes_read);
  require_keys(corpus, options, state, owner);
  if (against != nullptr) {
    look_up(*against, corpus, state.read, owner);
    run.end_stage("look up", summary.pages_read, 0);
  }

  const std::vector<std::uint32_t> ranks = keep_ranks(corpus, options.policy.keep, run);
  Candidates candidates = find_candidates(corpus, ranks, profile, run, owner.part());
  summary.crowded_anchors = candidates.crowded_anchors;
  run.end_stage("match", summary.pages_read, 0);

  const RereadUnits reread =
      read_missing_units(corpus, candidates.in_group, state.read, options.judge, run);
  if (reread.size() > 0) run.end_stage("read again", reread.size(), 0);
  // Of an index only those pages were looked up that matter at this threshold and in this order.
  // And single linkage asks about other pairs than the leader rule.
  std::optional<Listing> listing;
  if (owner.wants_matches() != Matches::none && against == nullptr &&
      options.policy.clustering == Clustering::leader) {
    listing.emplace(owner.wants_matches(), run);
  }
  const Decisions decisions = apply_leaders(
      corpus, reread, *candidates.members, profile, options.policy, run,
      listing ? &listing->collector() : nullptr, listing ? &listing->lists() : nullptr);
  summary.verification = decisions.counts;
  summary.truncated = decisions.truncated + (against != nullptr ? against->truncated() : 0);
  run.end_stage("verify", summary.pages_read, 0);

  if (listing) {
    listing->write(corpus, {ranks, candidates.exact_best}, options, owner, run, summary);
  }
  owner.compared(corpus.files, run);
  if (owner.part().pages_in_all == 0) {
    run.warn(warnings_of_idle_keys(corpus, options.policy.keep));
  }
  DecidedCorpus pages(corpus, candidates.exact_best, decisions, profile, options.policy);
  tell_all(pages, options, state, sink, owner, summary);
  run.end_stage("write", summary.pages_kept, summary.bytes_read - summary.bytes_saved);
  note_run(run, state.scratch.bytes_written(), summary);
  run.throw_if_cancelled();
  sink.finish(summary);
  return summary;
}

Summary dedup_files(const std::vector<std::string>& inputs, DedupSink& sink,
                    const DedupOptions& options, const RunHooks& hooks, FolderOwner& owner) {
  RunState state(options, hooks);
  SpooledStdin standard_input(folder_for_stdin(options.limits.tmp), hooks.cancelled);
  InputFiles found = find_inputs(inputs, state.read, standard_input);
  require_named_fields(found.files, state.read, hooks);
  Summary summary = run_dedup({inputs, std::move(found)}, options, state, sink, owner);
  if (state.against) state.against->commit();
  return summary;
}

Summary dedup_source(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                     const RunHooks& hooks, FolderOwner& owner) {
  if (options.policy.scope == Scope::file) {
    throw Error(ErrorCode::invalid_argument,
                "policy.scope = file is of pages in files; a source has none");
  }
  RunState state(options, hooks);
  Summary summary = run_dedup({{}, {}, &pages}, options, state, sink, owner);
  if (state.against) state.against->commit();
  return summary;
}

Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  FolderOwner nobody;
  return dedup_files(inputs, sink, options, hooks, nobody);
}

Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  FolderOwner nobody;
  return dedup_source(pages, sink, options, hooks, nobody);
}

}  // namespace facsim
