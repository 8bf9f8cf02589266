// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/dedup/matches/judge_again_internal.h"
#include "facsim/dedup/matches/threshold_counts.h"
#include "facsim/dedup/run_record.h"
#include "facsim/dedup/tell_run.h"
#include "facsim/page/recipe_tables.h"

namespace facsim {
namespace {

void require_floor(Named name, double threshold, double floor) {
  if (threshold >= floor) return;
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%g is below %g", threshold, floor);
  throw Error(ErrorCode::invalid_argument,
              name + ": " + std::string(text.data()) +
                  ", the lowest for which the run kept its pairs; run " + Named::dedup + " again");
}

void choose_thresholds(const MatchesFile& file, const ReclusterOptions& given,
                       Thresholds& thresholds) {
  if (given.min_resemblance) {
    require_floor(Named::min_resemblance, *given.min_resemblance, file.floor());
    thresholds.min_resemblance = *given.min_resemblance;
  }
  if (given.min_agreement) {
    if (thresholds.min_agreement == 0) {
      throw Error(ErrorCode::invalid_argument,
                  Named::min_agreement + ": the run did not measure it of all pairs; run " +
                      Named::dedup + " again with " + Named::min_agreement + " or " +
                      Sentence(Named::profile, "thorough"));
    }
    require_floor(Named::min_agreement, *given.min_agreement, file.floor());
    thresholds.min_agreement = *given.min_agreement;
  }
  if (given.min_containment) {
    require_floor(Named::min_containment, *given.min_containment, file.floor());
    thresholds.min_containment = *given.min_containment;
  }
  if (given.min_containment_to_remove) {
    thresholds.min_containment_to_remove = *given.min_containment_to_remove;
  }
  if (given.names) thresholds.names = *given.names;
}

// keep_ranks() checks that the run read the fields.
void choose_policy(const ReclusterOptions& given, Policy& policy) {
  if (given.keep) {
    check_keep(*given.keep);
    policy.keep = *given.keep;
  }
  if (given.remove) policy.remove = *given.remove;
}

void choose_mode(const ReclusterOptions& given, Mode& mode) {
  if (!given.mode) return;
  if (*given.mode != mode && !given.apply) {
    throw Error(ErrorCode::invalid_argument, Named::mode + ": another one than the run's (" +
                                                 std::string(name_of(mode)) + ") needs " +
                                                 Named::apply);
  }
  mode = *given.mode;
}

// How often decisions and rules agree.
struct DecisionFigures {
  std::uint64_t decisions = 0;   // that have an effect
  std::uint64_t agreed = 0;      // among them: the rules alone judge the pair the same way
  std::uint64_t unfollowed = 0;  // `same` for pages that are not in one cluster
  std::string first_unfollowed;  // its place
};

// Compares decisions with the verdict of the rules alone on a pair: its page would be removed for
// the other if there were no other pages.
DecisionFigures figures_of_decisions(const MatchesFile& file, const Corpus& corpus,
                                     const TextOrder& order,
                                     const std::vector<std::uint32_t>& texts_as_read,
                                     const ResolvedDecisions& resolved, const Decisions& decisions,
                                     const Choice& choice, Run& run) {
  DecidedPairs by_rules;
  visit_pairs(corpus, order, file.pair_reader(), choice.profile(), choice.policy(), run,
              [&](const ListedFigures& pair) {
                if (order.decided->of(pair.page, pair.other) && pair.joins) {
                  by_rules.add(pair.page, pair.other, PairDecision::same);
                }
              });
  DecisionFigures figures;
  for (const ResolvedDecisions::Pair& pair : resolved.pairs()) {
    const std::uint32_t page = order.exact_best[pair.page];
    const std::uint32_t other = order.exact_best[pair.other];
    const bool is_one_text = texts_as_read[pair.page] == texts_as_read[pair.other];
    if (!is_one_text && order.decided->of(page, other) != pair.decision) continue;  // contradicted
    ++figures.decisions;
    const bool rules_say_same = is_one_text || by_rules.of(page, other).has_value();
    if (rules_say_same == (pair.decision == PairDecision::same)) ++figures.agreed;
    const bool is_followed =
        pair.decision == PairDecision::different || page == other || decisions.at(page).removed();
    if (is_followed) continue;
    if (figures.unfollowed++ == 0) figures.first_unfollowed = line_text(pair.line);
  }
  return figures;
}

// Returns what the run read, and the new choices.
Summary begin_summary(const MatchesFile& file, const Choice& choice, Run& run) {
  Summary summary = file.summary();
  run.warn(summary.warnings);
  run.warn(choice.warnings);
  describe_choice(choice.profile(), choice.policy(), summary);
  summary.follow = choice.options.read.follow;
  summary.reclustered = true;
  summary.listed = ListedCounts{file.pairs(), file.pages_cut(), file.floor()};
  summary.truncated = file.pages_cut();
  if (file.pages_cut() > 0) {
    run.warn(human_count(file.pages_cut()) +
             " pages have pairs that the run did not list; where these are alike, "
             "a run of its own removes more (see " +
             Named::matches + ")");
  }
  return summary;
}

// Counts the pages of which only the raw bytes were compared.
void count_by_bytes(const Corpus& corpus, Summary& summary) {
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    if (corpus.rows.at(page).is_by_bytes()) ++summary.equal_by_bytes;
  }
  // It is not known which of the skipped ones had a digest.
  if (summary.skipped[static_cast<std::size_t>(Skip::too_large)] == 0) {
    summary.compared_by_bytes = summary.equal_by_bytes;
  }
}

struct Clusters {
  std::vector<std::uint32_t> exact_best;  // as in Candidates
  Decisions decisions;
  std::vector<WhatIf> what_if;
  DecisionFigures figures;
};

// `same_text` is a result of MatchesFile::load().
Clusters cluster_again(const MatchesFile& file, const Corpus& corpus,
                       std::vector<std::uint32_t> same_text, const Choice& choice, Run& run,
                       const std::vector<NamedDecision>& decisions) {
  const Profile& profile = choice.profile();
  const Policy& policy = choice.policy();
  require_used_keys(corpus, policy.keep, choice.read.time_field);
  run.warn(warnings_of_idle_keys(corpus, policy.keep));
  const std::vector<std::uint32_t> ranks = keep_ranks(corpus, policy.keep, run);
  const std::vector<std::uint32_t> texts_as_read = same_text;
  const ResolvedDecisions resolved(corpus, decisions, ranks, same_text, run);
  std::vector<std::uint32_t> exact_best = best_of_texts(same_text, ranks);
  const DecidedPairs decided = resolved.by_texts(exact_best, run);
  const TextOrder order{ranks, exact_best, &decided};
  Decisions rule = apply_leaders_to_pairs(corpus, order, file.pair_reader(), profile, policy, run);
  std::vector<WhatIf> what_if =
      count_what_if(corpus, order, file.pair_reader(), file.floor(), profile, policy, run);
  DecisionFigures figures;
  if (!resolved.pairs().empty()) {
    figures = figures_of_decisions(file, corpus, order, texts_as_read, resolved, rule, choice, run);
  }
  return {std::move(exact_best), std::move(rule), std::move(what_if), figures};
}

// Reports them in a sentence.
void tell_decisions(const DecisionFigures& figures, Run& run) {
  if (figures.decisions == 0) return;
  if (run.tell()) {
    run.tell()(human_count(figures.decisions) +
               (figures.decisions == 1 ? " decision; the rules alone agree with "
                                       : " decisions; the rules alone agree with ") +
               human_count(figures.agreed));
  }
  if (figures.unfollowed == 0) return;
  run.warn(
      human_count(figures.unfollowed) +
      " pairs are decided to be the same and are kept both (first: " + figures.first_unfollowed +
      "): the run did not measure the pair, or the page to keep was itself removed");
}

RunLimits in_one_thread(RunLimits limits) {
  limits.threads = 1;
  return limits;
}

}  // namespace

Choice choose(const MatchesFile& file, const ReclusterOptions& given) {
  Choice choice{file.options(), file.folder_options(), {}, {}};
  choose_thresholds(file, given, choice.options.judge.profile.thresholds);
  choose_policy(given, choice.options.policy);
  if (given.min_containment && !given.min_containment_to_remove) {
    choice.warnings = warnings_of_bound(choice.profile().thresholds, choice.policy());
  }
  choose_mode(given, choice.folder.mode);
  choice.read = reading_of(choice.options.read, choice.policy(), choice.profile().recipe);
  return choice;
}

std::vector<NamedDecision> with_given_decisions(std::vector<NamedDecision> earlier,
                                                const ReclusterOptions& given) {
  std::vector<NamedDecision> all = std::move(earlier);
  if (!given.decisions.empty()) all = merged(all, read_decisions(given.decisions));
  if (!given.decisions_text.empty()) {
    all = merged(all, parse_decisions(given.decisions_text, "decisions"));
  }
  return all;
}

AgainSteps::AgainSteps(const RunLimits& limits, const RunHooks& hooks)
    : temp_(limits.tmp), run_(in_one_thread(limits), hooks, temp_) {}

const MatchesFile& AgainSteps::open(const std::string& path) {
  return file_.emplace(path, [this] { run_.throw_if_cancelled(); });
}

Choice& AgainSteps::choose(const ReclusterOptions& given) {
  choice_ = facsim::choose(*file_, given);
  return choice_;
}

Corpus& AgainSteps::load() {
  summary_ = begin_summary(*file_, choice_, run_);
  corpus_.emplace(temp_, run_.memory_bytes(), Corpus::Units::none);
  same_text_ = file_->load(*corpus_);
  count_by_bytes(*corpus_, summary_);
  return *corpus_;
}

void AgainSteps::judge(const std::vector<NamedDecision>& decisions) {
  run_.end_stage("load", summary_.pages_read, 0);  // with what the caller read in addition
  Clusters clusters =
      cluster_again(*file_, *corpus_, std::move(same_text_), choice_, run_, decisions);
  tell_decisions(clusters.figures, run_);
  summary_.what_if = std::move(clusters.what_if);
  run_.end_stage("cluster", summary_.pages_read, 0);
  exact_best_ = std::move(clusters.exact_best);
  decisions_.emplace(std::move(clusters.decisions));
  pages_.emplace(*corpus_, exact_best_, *decisions_, choice_.profile(), choice_.policy(), run_);
}

void AgainSteps::tell(DedupSink& sink) {
  tell_pages(*pages_,
             {.decide = {.read = choice_.read,
                         .loss_warned = choice_.options.loss_warned,
                         .is_again = true},
              .mode = choice_.folder.mode},
             run_, sink, summary_);
}

Summary AgainSteps::finish(DedupSink& sink) {
  tell_end(*corpus_, temp_.bytes_written(), run_, sink, summary_);
  return std::move(summary_);
}

}  // namespace facsim
