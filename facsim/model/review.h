// SPDX-License-Identifier: Apache-2.0
#pragma once
// A review: what a person looks at to judge the result of a run. Plain values, made by the room
// review and drawn by report/review_page.h.
//
// Counts are of pages unless a field says otherwise, likenesses are in 0..1. Texts are UTF-8.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/model/match.h"
#include "facsim/model/page_name.h"
#include "facsim/model/why_apart.h"

namespace facsim {

// The pages of one host or source that were removed for pages of another.
struct ReviewHosts {
  std::string from;
  std::string to;
  std::uint64_t removed = 0;
};

// The counts in summary.json for one input file or value of a field; empty: pages without a value.
struct ReviewSource {
  std::string name;
  std::uint64_t pages = 0;
  std::uint64_t removed = 0;
  std::uint64_t reported = 0;
  std::optional<std::uint64_t> skipped;  // records
};
struct ReviewSources {
  std::vector<ReviewSource> rows;  // ordered by pages, descending; the sum of the others is last
  std::vector<ReviewHosts> moves;  // pages of one removed for pages of another, the largest first
};

// The facts in summary.json about the run.
struct ReviewOverview {
  std::string run_id;  // the same for all judgements of one reading of the same inputs
  std::string version;
  std::string profile;
  std::string recipe;
  std::string mode;
  std::string keep;
  std::vector<std::string> remove;  // kinds
  double min_resemblance = 0;
  double min_agreement = 0;  // 0: not used
  double min_containment = 0;
  double min_containment_to_remove = 0;
  bool reclustered = false;
  std::uint64_t pages_read = 0;
  std::uint64_t pages_kept = 0;
  std::uint64_t repeated_ids = 0;  // pages with the id of an earlier one
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_saved = 0;
  std::uint64_t clusters = 0;
  std::uint64_t cut_pages = 0;
  std::vector<std::pair<std::string, std::uint64_t>> removed;   // by kind
  std::vector<std::pair<std::string, std::uint64_t>> reported;  // by kind
  std::uint64_t removed_total = 0;
  std::uint64_t reported_total = 0;
  std::vector<std::pair<std::string, std::uint64_t>> skipped;  // by reason
  std::uint64_t skipped_total = 0;
  ReviewSources by_file;
  std::string count_by;  // the field whose values by_value has; empty: none
  ReviewSources by_value;
  std::vector<std::string> warnings;
  std::vector<std::string> inputs;
};

// A passage of two texts: units that both share, or that are between two shared passages.
struct ReviewPassage {
  bool shared = false;
  std::uint32_t first_units = 0;
  std::uint32_t second_units = 0;
  std::string first;  // only both ends if it is long
  std::string second;
};

// Facts from the page itself, if it could be read again.
struct ReviewedPage {
  PageName name;
  std::string title;
  std::string language;
  std::optional<std::int64_t> unix_time;  // in seconds
};

enum class PairState : std::uint8_t {
  removed,   // the page was removed for the other
  reported,  // the page was kept, and reported for the other
  apart,     // both were kept, and neither is reported for the other
};

struct ReviewPair {
  PairState state = PairState::removed;
  ReviewedPage page;   // the later one in keep order
  ReviewedPage other;  // the one that was kept
  std::string kind;    // empty for pairs apart
  std::string by;
  std::string cluster;
  double likeness = 0;  // the value that the threshold is compared with
  std::optional<double> resemblance;
  std::optional<double> resemblance_error;
  std::optional<double> containment;
  std::optional<double> containment_reverse;
  std::optional<double> agreement;
  std::optional<std::uint64_t> distance;  // bits
  std::optional<bool> is_template;
  std::string decided;                // same, different, or empty
  std::optional<WhyApart> why_apart;  // for pairs apart
  // For reported pairs that are kept apart only by names: a word of each name, one may be empty.
  std::optional<std::pair<std::string, std::string>> name_words;
  bool has_text = false;
  std::vector<ReviewPassage> passages;  // if has_text
  std::uint64_t passages_left_out = 0;  // from the middle
};

// The result with another threshold.
struct ReviewStep {
  double threshold = 0;
  std::uint64_t removed = 0;
  std::uint64_t reported = 0;
};

// Judged pairs with a likeness from `from` up to the next bin; without exact ones.
struct ReviewBin {
  double from = 0;
  std::uint64_t removed = 0;
  std::uint64_t reported = 0;
  std::uint64_t apart = 0;
};
// The number of clusters in a range of sizes.
struct ReviewSizes {
  std::uint64_t from = 0;
  std::uint64_t to = 0;  // inclusive; 0: no upper bound
  std::uint64_t clusters = 0;
};

struct ReviewMember {
  PageName page;
  std::string kind;
  double likeness = 0;
};
struct ReviewCluster {
  PageName representative;
  std::uint64_t size = 0;
  std::uint64_t bytes_saved = 0;
  std::vector<std::pair<std::string, std::uint64_t>> kinds;
  std::vector<ReviewMember> members;  // only the first
};

struct ReviewHost {
  std::string name;  // empty: pages without URL
  std::uint64_t removed = 0;
  std::uint64_t reported = 0;
};

struct ReviewSkip {
  std::string file;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  // 0: unknown
  std::string reason;
};

struct Review {
  ReviewOverview overview;
  bool by_agreement = false;  // the threshold is one of agreement, otherwise of resemblance
  double threshold = 0;
  std::vector<ReviewStep> steps;  // empty if the run saved no pairs
  Sentence why_no_steps;
  std::vector<ReviewBin> bins;  // cover 0..1, the lowest first
  std::uint64_t apart_all = 0;  // pairs kept apart; the bins contain only the nearest of them
  std::vector<ReviewSizes> sizes;
  // The pairs nearest to the threshold, the nearest first; pairs of one cluster are grouped at the
  // place of the nearest of them.
  std::vector<ReviewPair> pairs;
  std::uint64_t pairs_all = 0;    // the number of all pairs
  std::uint64_t decided_all = 0;  // the number of those with a decision
  // Decisions in the result that its run did not use; rows, counts and steps then follow the rules
  // alone.
  std::uint64_t decisions_not_asked = 0;
  std::vector<ReviewCluster> clusters;  // the largest first
  std::vector<ReviewHost> hosts;        // ordered by removed pages, descending
  std::uint64_t hosts_all = 0;
  std::vector<ReviewHosts> host_pairs;  // the largest first
  std::uint64_t host_pairs_all = 0;
  std::vector<ReviewSkip> skips;  // only the first
  std::uint64_t skips_all = 0;
  std::uint64_t pairs_with_text = 0;
  std::vector<std::string> giants;  // what the largest clusters share, a sentence each
  std::vector<Sentence> notes;      // what cannot be shown, a sentence each
};

}  // namespace facsim
