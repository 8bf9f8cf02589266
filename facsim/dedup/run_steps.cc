// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/missing_units.h"
#include "facsim/corpus/named_fields.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidates.h"
#include "facsim/dedup/leaders.h"
#include "facsim/dedup/matches/threshold_counts.h"
#include "facsim/dedup/pair_collector.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/run_steps_internal.h"
#include "facsim/model/choice_names.h"
#include "facsim/model/named_values.h"
#include "facsim/page/analysis.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/tables/load_parquet.h"

namespace facsim {
namespace {

// Checks the options of a run before anything is opened or written.
DedupOptions const& checked(const DedupOptions& options) {
  check_profile(options.judge.profile);
  require_indexable(options.judge.profile.recipe);
  check_keep(options.policy.keep);
  require_named("policy.scope", options.policy.scope, scope_names());
  require_named("policy.clustering", options.policy.clustering, clustering_names());
  // This also rejects NaN, for which every comparison is false.
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
  return options;  // NOLINT(bugprone-return-const-ref-from-parameter): the caller owns it
}

// Pages that are too large are compared by their bytes.
ReadOptions with_digests(ReadOptions read) {
  read.digests_large = true;
  return read;
}

bool is_parquet(const InputFile& file) { return file.kind == FileKind::parquet; }

}  // namespace

RunSteps::RunSteps(const DedupOptions& options, const RunHooks& hooks, StepOptions asked)
    : options_(checked(options)),
      hooks_(hooks),
      asked_(std::move(asked)),
      scratch_(options.limits.tmp),
      run_(options.limits, hooks, scratch_.get()),
      reading_(reading_of(options.read, options.policy, options.judge.profile.recipe)) {
  if (options.against.index.empty()) return;
  against_.emplace(options.against, options.judge, options.policy, run_);
}

void RunSteps::read(const std::vector<std::string>& named, InputFiles found) {
  require_named_fields(found.files, reading_, hooks_);
  begin(named, Corpus::Units::capped);
  run_.warn(found.warnings);
  summary_.files_not_read = found.files_not_read;
  if (std::ranges::any_of(found.files, is_parquet)) run_.set_aside(kParquetPluginBytes);
  corpus_->files = std::move(found.files);
  end_reading(scan(*corpus_, with_digests(reading_), options_.judge, run_,
                   {.scope = options_.policy.scope, .skips_name = asked_.skips_name}));
}

void RunSteps::read(PageSource& pages) {
  if (options_.policy.scope == Scope::file) {
    throw Error(ErrorCode::invalid_argument,
                "policy.scope = file is of pages in files; a source has none");
  }
  begin({}, Corpus::Units::all);
  end_reading(
      scan(*corpus_, pages, with_digests(reading_), options_.judge, run_, options_.policy.scope));
}

void RunSteps::begin(const std::vector<std::string>& named, Corpus::Units units) {
  describe_run(named, options_, summary_);
  corpus_.emplace(run_.scratch(), run_.memory_bytes(), units);
  if (against_) corpus_->revisits.keep_keys();
  if (asked_.mode == Mode::revisit) {
    corpus_->payloads.emplace(run_.scratch(), run_.memory_bytes() / 16);
  }
}

void RunSteps::end_reading(const ReadCounts& counts) {
  static_cast<ReadCounts&>(summary_) = counts;
  run_.end_stage("read", summary_.pages_read, summary_.bytes_read);
  require_keys();
  has_old_inputs_ = against_ && against_->has_inputs(*corpus_);
}

// A part of a whole does not show which keys the whole lacks.
void RunSteps::require_keys() {
  if (asked_.part.pages_in_all > 0) return;
  try {
    require_used_keys(*corpus_, options_.policy.keep, reading_.time_field);
  } catch (const Error&) {
    run_.say_warnings();
    throw;
  }
}

void RunSteps::look_up() {
  if (!against_) return;
  if (has_old_inputs_) against_->warn_of_old_inputs();
  against_->add_known_pages(*corpus_, reading_);
  run_.end_stage("look up", summary_.pages_read, 0);
}

void RunSteps::judge() {
  const Profile& profile = options_.judge.profile;
  const Policy& policy = options_.policy;
  const std::vector<std::uint32_t> ranks = keep_ranks(*corpus_, policy.keep, run_);
  Candidates candidates = find_candidates(*corpus_, ranks, profile, run_, asked_.part);
  summary_.crowded_anchors = candidates.crowded_anchors;
  run_.end_stage("match", summary_.pages_read, 0);

  const RereadUnits reread =
      read_missing_units(*corpus_, candidates.in_group, reading_, options_.judge, run_);
  if (reread.size() > 0) run_.end_stage("read again", reread.size(), 0);
  const bool lists_pairs =
      asked_.matches != Matches::none && !against_ && policy.clustering == Clustering::leader;
  const PairCollector collector(asked_.matches);
  if (lists_pairs) lists_.emplace(run_.scratch(), run_.memory_bytes() / 32);
  decisions_.emplace(apply_leaders(*corpus_, reread, *candidates.members, profile, policy, run_,
                                   lists_pairs ? &collector : nullptr,
                                   lists_ ? &*lists_ : nullptr));
  summary_.verification = decisions_->counts;
  summary_.truncated = decisions_->truncated + (against_ ? against_->truncated() : 0);
  run_.end_stage("verify", summary_.pages_read, 0);

  exact_best_ = std::move(candidates.exact_best);
  if (lists_) {
    summary_.warnings = run_.warnings();
    const double floor = pairs_floor(profile.thresholds);
    summary_.listed = ListedCounts{lists_->pairs(), lists_->pages_cut(), floor};
    summary_.what_if =
        count_what_if(*corpus_, {ranks, exact_best_}, PairReader(*lists_, corpus_->pages()), floor,
                      profile, policy, run_);
  }
  pages_ =
      std::make_unique<DecidedCorpus>(*corpus_, exact_best_, *decisions_, profile, policy, run_);
}

std::optional<RunMatches> RunSteps::matches() const {
  if (!lists_) return std::nullopt;
  return RunMatches{*corpus_, exact_best_, *lists_, options_, summary_};
}

void RunSteps::tell(DedupSink& sink) {
  if (asked_.part.pages_in_all == 0) {
    run_.warn(warnings_of_idle_keys(*corpus_, options_.policy.keep));
  }
  tell_pages(*pages_,
             {.decide = {.read = reading_, .loss_warned = options_.loss_warned},
              .mode = asked_.mode,
              .has_index = against_ && against_->counts().pages > 0,
              .known = against_ ? against_->originals() : nullptr},
             run_, sink, summary_);
}

void RunSteps::write_to_index() {
  if (!against_) return;
  against_->write_kept(*pages_);
  summary_.against = against_->counts();
  summary_.against->removed = summary_.removed_for_index;
}

Summary RunSteps::finish(DedupSink& sink) {
  run_.end_stage("write", summary_.pages_kept, summary_.bytes_read - summary_.bytes_saved);
  tell_end(*corpus_, scratch_.bytes_written(), run_, sink, summary_);
  return std::move(summary_);
}

void RunSteps::commit_index() {
  if (against_) against_->commit();
}

}  // namespace facsim
