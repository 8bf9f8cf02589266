// SPDX-License-Identifier: Apache-2.0
#include "facsim/review/review_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/dedup/matches/decisions.h"
#include "facsim/dedup/matches/run_folder.h"
#include "facsim/dedup/matches/survey.h"
#include "facsim/files/name_text.h"
#include "facsim/model/host.h"
#include "facsim/report/read_run.h"
#include "facsim/report/review_rows.h"
#include "facsim/result/result_names.h"
#include "facsim/review/pair_texts_internal.h"
#include "facsim/review/review_bins_internal.h"

namespace facsim {
namespace {

// The most hosts that are counted by name; a crawl seldom has more that lost a page.
constexpr std::size_t kHostsCounted = 1'000'000;

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

// People's decisions on pairs, found by either order of the names.
class DecidedNames {
 public:
  explicit DecidedNames(const std::vector<NamedDecision>& decisions) {
    for (const NamedDecision& each : decisions) {
      decided_[std::minmax(each.first, each.second)] =
          each.decision == PairDecision::same ? "same" : "different";
    }
  }
  [[nodiscard]] std::string of(const PageName& page, const PageName& other) const {
    if (decided_.empty()) return {};
    for (const std::string& first : {page.id, decided_place(page)}) {
      for (const std::string& second : {other.id, decided_place(other)}) {
        const auto found = decided_.find(std::minmax(first, second));
        if (found != decided_.end()) return found->second;
      }
    }
    return {};
  }

 private:
  std::map<std::pair<std::string, std::string>, std::string> decided_;
};

// Selects the pairs that are nearest to the threshold.
class NearestToLine {
 public:
  NearestToLine(double line, std::size_t count_max) : line_(line), count_max_(count_max) {}

  void add(ReviewPair pair) {
    pairs_.push_back({std::abs(pair.likeness - line_), order_++, std::move(pair)});
    if (pairs_.size() >= 2 * count_max_ + 64) trim();
  }
  [[nodiscard]] std::vector<ReviewPair> take() {
    trim();
    std::sort(pairs_.begin(), pairs_.end(), is_before);
    std::vector<ReviewPair> all;
    all.reserve(pairs_.size());
    for (Ranked& each : pairs_) all.push_back(std::move(each.pair));
    return all;
  }

 private:
  struct Ranked {
    double distance = 0;
    std::uint64_t order = 0;
    ReviewPair pair;
  };
  static bool is_before(const Ranked& a, const Ranked& b) {
    return std::tie(a.distance, a.order) < std::tie(b.distance, b.order);
  }
  void trim() {
    if (pairs_.size() <= count_max_) return;
    std::nth_element(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(count_max_),
                     pairs_.end(), is_before);
    pairs_.resize(count_max_);
  }

  double line_;
  std::size_t count_max_;
  std::uint64_t order_ = 0;
  std::vector<Ranked> pairs_;
};

// Calls `take` with each line of a file of rows; a missing file has no lines.
template <class Take>
void for_each_row(const std::string& path, const RunHooks& hooks, const Take& take) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  RowReader rows(path);
  std::uint64_t count = 0;
  constexpr std::uint64_t kLookEvery = 1024;
  for (std::string_view line; rows.next(line);) {
    if (++count % kLookEvery == 0 && hooks.cancelled != nullptr && hooks.cancelled->load()) {
      throw Error(ErrorCode::cancelled, "interrupted");
    }
    if (!take(rows, line)) rows.throw_damaged();
  }
}

class HostTable {
 public:
  void add(const PageName& page, const PageName& other, PairState state) {
    const std::string from = host_of(page.url);
    if (hosts_.size() >= kHostsCounted && !hosts_.contains(from)) return;
    ReviewHost& host = hosts_[from];
    host.name = from;
    ++(state == PairState::removed ? host.removed : host.reported);
    if (state != PairState::removed) return;
    const std::string to = host_of(other.url);
    if (from == to || pairs_.size() >= kHostsCounted) return;
    ++pairs_[{from, to}];
  }

  void fill(std::size_t count_max, Review& review) const {
    for (const auto& [name, host] : hosts_) review.hosts.push_back(host);
    std::sort(review.hosts.begin(), review.hosts.end(), [](const auto& a, const auto& b) {
      return std::tie(b.removed, a.name) < std::tie(a.removed, b.name);
    });
    review.hosts_all = review.hosts.size();
    if (review.hosts.size() > count_max) review.hosts.resize(count_max);
    for (const auto& [names, removed] : pairs_) {
      review.host_pairs.push_back({names.first, names.second, removed});
    }
    std::sort(review.host_pairs.begin(), review.host_pairs.end(), [](const auto& a, const auto& b) {
      return std::tie(b.removed, a.from, a.to) < std::tie(a.removed, b.from, b.to);
    });
    review.host_pairs_all = review.host_pairs.size();
    if (review.host_pairs.size() > count_max) review.host_pairs.resize(count_max);
  }

 private:
  std::map<std::string, ReviewHost> hosts_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> pairs_;
};

// The settings with which the result was made, so that each count is what recluster would give.
ReclusterOptions as_chosen(const ReviewOverview& overview, const RunLimits& limits) {
  ReclusterOptions options;
  options.limits = limits;
  (overview.min_agreement > 0 ? options.min_agreement : options.min_resemblance) =
      overview.min_agreement > 0 ? overview.min_agreement : overview.min_resemblance;
  options.min_containment = overview.min_containment;
  options.min_containment_to_remove = overview.min_containment_to_remove;
  options.keep = keep_keys_of(overview.keep);
  Kinds kinds;
  for (const std::string& name : overview.remove) {
    if (const auto kind = kind_named(name)) kinds.add(*kind);
  }
  options.remove = kinds;
  return options;
}

PageName as_in_rows(PageName name) {
  name.id = text_of_name(label_of(name));
  name.url = text_of_name(name.url);
  name.file = text_of_name(name.file);
  return name;
}

ReviewPair pair_apart(const NearMiss& near) {
  ReviewPair pair;
  pair.state = PairState::apart;
  pair.page.name = as_in_rows(near.page);
  pair.other.name = as_in_rows(near.other);
  pair.likeness = near.likeness;
  pair.resemblance = near.match.resemblance;
  if (near.match.error > 0) pair.resemblance_error = near.match.error;
  pair.containment = near.match.containment;
  pair.containment_reverse = near.match.containment_reverse;
  pair.agreement = near.match.agreement;
  if (near.match.distance >= 0) pair.distance = static_cast<std::uint64_t>(near.match.distance);
  pair.is_template = near.match.is_template;
  pair.by = name_of(near.match.by);
  pair.why_apart = near.why;
  return pair;
}

class Reviewer {
 public:
  Reviewer(const std::string& folder, const ReviewOptions& options, const RunHooks& hooks)
      : folder_(folder),
        options_(options),
        hooks_(hooks),
        decisions_(decisions_of(folder)),
        decided_(decisions_) {
    review_.overview = read_overview(folder);
    // Only recluster uses people's decisions; those of an earlier result may be in the same folder.
    if (!review_.overview.reclustered) review_.decisions_not_asked = decisions_.size();
    review_.by_agreement = review_.overview.min_agreement > 0;
    review_.threshold =
        review_.by_agreement ? review_.overview.min_agreement : review_.overview.min_resemblance;
  }

  Review make() {
    review_.bins = likeness_bins();
    review_.sizes = size_bins();
    tell_decisions();
    const std::vector<NearMiss> near = survey();
    NearestToLine nearest(review_.threshold, options_.pairs_max);
    rows_of(kDuplicatesName, PairState::removed, nearest);
    rows_of(kReportedName, PairState::reported, nearest);
    for (const NearMiss& each : near) add(pair_apart(each), nearest);
    hosts_.fill(options_.hosts_max, review_);
    review_.pairs = nearest.take();
    clusters();
    skips();
    texts();
    review_.pairs = with_clusters_together(std::move(review_.pairs));
    return std::move(review_);
  }

 private:
  [[nodiscard]] bool has_matches() const {
    std::error_code ignored;
    return std::filesystem::exists(folder_ + "/" + kMatchesName, ignored);
  }

  std::vector<NearMiss> survey() {
    if (!has_matches()) {
      review_.why_no_steps =
          "This result has no matches.facsim (" + Sentence(Named::matches, "none") + ", " +
          Named::against + " and " + Sentence(Named::cluster, "single") +
          " write none), so other thresholds cannot be counted, and pairs that were kept apart are "
          "not listed.";
      return {};
    }
    try {
      MatchesSurvey survey = survey_matches(folder_, as_chosen(review_.overview, options_.limits),
                                            asked(), options_.pairs_max, hooks_);
      for (const ThresholdCounts& each : survey.counts) {
        review_.steps.push_back({each.threshold, each.removed, each.reported});
      }
      if (survey.pages_cut > 0) {
        review_.notes.push_back(
            human_count(survey.pages_cut) +
            " pages have pairs that the run did not list; a run of its own may remove more.");
      }
      review_.pairs_all = survey.near_all - survey.near.size();
      review_.apart_all = survey.near_all;
      return std::move(survey.near);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) throw;
      review_.why_no_steps = "Other thresholds cannot be counted: " + error.sentence();
      return {};
    }
  }

  // The decisions that the run used.
  [[nodiscard]] std::vector<NamedDecision> asked() const {
    return review_.decisions_not_asked > 0 ? std::vector<NamedDecision>() : decisions_;
  }

  void tell_decisions() {
    const std::uint64_t count = review_.decisions_not_asked;
    if (count == 0) return;
    Sentence note = folder_ + "/" + kDecisionsName + " has " + human_count(count) +
                    (count == 1 ? " decision" : " decisions") +
                    " that this run did not ask: rows and counts are those of the rules alone.";
    if (has_matches()) note += " " + Named::recluster + " obeys what lies there.";
    review_.notes.push_back(std::move(note));
  }

  void add(ReviewPair pair, NearestToLine& nearest) {
    ++review_.pairs_all;
    count_pair(pair, review_.bins);
    pair.decided = decided_.of(pair.page.name, pair.other.name);
    if (!pair.decided.empty()) ++review_.decided_all;
    nearest.add(std::move(pair));
  }

  void rows_of(const char* name, PairState state, NearestToLine& nearest) {
    for_each_row(folder_ + "/" + name, hooks_, [&](const RowReader&, std::string_view line) {
      std::optional<ReviewPair> pair = review_pair(line);
      if (!pair) return false;
      pair->state = state;
      pair->likeness = (review_.by_agreement ? pair->agreement : pair->resemblance).value_or(0);
      hosts_.add(pair->page.name, pair->other.name, state);
      add(std::move(*pair), nearest);
      return true;
    });
  }

  void clusters() {
    std::vector<ReviewCluster>& largest = review_.clusters;
    const auto is_before = [](const ReviewCluster& a, const ReviewCluster& b) {
      const PageName& first = a.representative;
      const PageName& second = b.representative;
      return std::tie(b.size, first.file, first.offset) <
             std::tie(a.size, second.file, second.offset);
    };
    const auto trim = [&] {
      std::sort(largest.begin(), largest.end(), is_before);
      if (largest.size() > options_.clusters_max) largest.resize(options_.clusters_max);
    };
    for_each_row(folder_ + "/clusters.jsonl", hooks_, [&](const RowReader&, std::string_view line) {
      std::optional<ReviewCluster> cluster = review_cluster(line);
      if (!cluster) return false;
      count_cluster(*cluster, review_.sizes);
      largest.push_back(std::move(*cluster));
      if (largest.size() >= 2 * options_.clusters_max + 64) trim();
      return true;
    });
    trim();
    std::unordered_map<std::string, ReviewCluster*> by_place;
    for (ReviewCluster& each : largest) by_place[decided_place(each.representative)] = &each;
    if (by_place.empty()) return;
    for_each_row(
        folder_ + "/duplicates.jsonl", hooks_, [&](const RowReader& rows, std::string_view line) {
          const PairRow row = rows.pair(line);
          const auto found = by_place.find(decided_place(row.representative));
          if (found == by_place.end()) return true;
          ReviewCluster& cluster = *found->second;
          if (cluster.members.size() >= options_.members_max) return true;
          const std::optional<ReviewPair> pair = review_pair(line);
          if (!pair) return false;
          cluster.members.push_back({pair->page.name, pair->kind, pair->resemblance.value_or(0)});
          return true;
        });
  }

  void skips() {
    for_each_row(folder_ + "/" + kSkippedName, hooks_,
                 [&](const RowReader& rows, std::string_view line) {
                   ++review_.skips_all;
                   if (review_.skips.size() >= options_.skips_max) return true;
                   SkippedRow row = rows.skipped(line);
                   review_.skips.push_back({row.file, row.offset, row.bytes, row.reason});
                   return true;
                 });
  }

  void texts() {
    if (!options_.with_text) {
      review_.notes.push_back("Texts were left out (" + Named::no_text + ").");
      return;
    }
    if (options_.judge == nullptr) {
      review_.notes.push_back("No texts: " + options_.why_no_text);
      return;
    }
    RunFacts run = read_run(folder_);
    run.folder = run_folder(folder_, run.inputs);
    add_texts(run, options_, hooks_, review_);
  }

  const std::string& folder_;
  const ReviewOptions& options_;
  const RunHooks& hooks_;
  std::vector<NamedDecision> decisions_;
  DecidedNames decided_;
  HostTable hosts_;
  Review review_;
};

}  // namespace

Review review_run(const std::string& folder, const ReviewOptions& options, const RunHooks& hooks) {
  return Reviewer(folder, options, hooks).make();
}

}  // namespace facsim
