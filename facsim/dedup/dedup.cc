// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/dedup.h"

#include <optional>
#include <utility>

#include "facsim/corpus/inputs.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/missing_units.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidates.h"
#include "facsim/dedup/decide.h"
#include "facsim/dedup/dedup_run_internal.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/listed_leaders.h"
#include "facsim/dedup/pair_collector.h"
#include "facsim/dedup/result_names.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/tell_revisits.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

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

}  // namespace

Summary dedup_files(const std::vector<std::string>& inputs, InputFiles found, DedupSink& sink,
                    FolderOwner& owner, const DedupOptions& options, Against* against,
                    const TempFolder& temp, Run& run) {
  const ReadOptions read = reading_of(options);
  const Profile& profile = options.judge.profile;
  Summary summary;
  describe_run(inputs, options, summary);
  run.warn(found.warnings);
  summary.files_not_read = found.files_not_read;

  Corpus corpus(run.scratch(), run.memory_bytes());
  corpus.files = std::move(found.files);
  static_cast<ReadCounts&>(summary) =
      scan(corpus, read, options.judge, run,
           {.scope = options.policy.scope, .skips_name = kSkippedName});
  run.end_stage("read", summary.pages_read, summary.bytes_read);
  if (against != nullptr) {
    look_up(*against, corpus, read, owner);
    run.end_stage("look up", summary.pages_read, 0);
  }

  const std::vector<std::uint32_t> ranks = keep_ranks(corpus, options.policy.keep, run);
  Candidates candidates = find_candidates(corpus, ranks, profile, run);
  summary.crowded_anchors = candidates.crowded_anchors;
  run.end_stage("match", summary.pages_read, 0);

  const RereadUnits reread =
      read_missing_units(corpus, candidates.in_group, read, options.judge, run);
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
  sink.begin(corpus.files, run);
  if (auto warning = warning_of_unused_keep(corpus, options.policy, read.time_field)) {
    run.warn(std::move(*warning));
  }
  DecidedCorpus pages(corpus, candidates.exact_best, decisions, profile, options.policy);
  static_cast<DecisionCounts&>(summary) =
      decide(pages, {.read = read, .loss_warned = options.loss_warned}, run, sink);
  summary.revisits = tell_revisits(pages, run, sink);
  if (summary.revisits) {
    warn_of_revisits(*summary.revisits, owner.leaves_out_removed(),
                     against != nullptr && against->counts().pages > 0, run);
  }
  sink.decided(pages, run);
  if (against != nullptr) {
    against->write_kept(pages);
    summary.against = against->counts();
    summary.against->removed = summary.removed_for_index;
  }
  tell_skipped(corpus, sink);
  run.end_stage("write", summary.pages_kept, summary.bytes_read - summary.bytes_saved);
  note_run(run, temp, summary);
  sink.finish(summary, run);
  return summary;
}

Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink, const DedupOptions& options,
              const RunHooks& hooks) {
  require_indexable(options.judge.profile.recipe);
  TempFolder temp(options.limits.tmp);
  Run run(options.limits, hooks, temp);
  std::optional<Against> against;
  if (!options.against.index.empty()) {
    against.emplace(options.against, options.judge, options.policy, run);
  }
  SpooledStdin standard_input(options.limits.tmp, hooks.cancelled);
  FolderOwner nobody;
  Summary summary = dedup_files(inputs, find_inputs(inputs, reading_of(options), standard_input),
                                sink, nobody, options, against ? &*against : nullptr, temp, run);
  if (against) against->commit();
  return summary;
}

}  // namespace facsim
