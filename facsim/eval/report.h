// SPDX-License-Identifier: Apache-2.0
#pragma once
// The result of an evaluation in four formats: a table for a person, CSV and JSON for programs, and
// one page of HTML with plots.
//
// Plain values; all formats contain the same facts, and the same report gives the same bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/eval/figures.h"

namespace facsim {

// A rule "these two are duplicates" at one threshold.
struct ThresholdPoint {
  double threshold = 0;
  EvalCounts counts;
  bool is_best = false;  // the highest F1 of its measure
};

// A measure of how alike two pages are, at several thresholds.
struct EvalMeasure {
  std::string name;         // distance, estimate, resemblance, containment, agreement
  std::string about;        // one line: what it measures
  std::string note;         // what limits its figures; empty: nothing
  bool at_most = false;     // duplicates are at or below the threshold; otherwise at or above
  std::uint64_t pairs = 0;  // measured pairs
  std::vector<ThresholdPoint> points;
};

// A way in which two pages become candidates.
struct ChannelRecall {
  std::string name;
  Share found;                              // the share of the true pairs that become candidates
  std::optional<std::uint64_t> candidates;  // all pairs that it makes, if all were counted
};

// The share of the pairs in [low, high) (in the last bin, high included) that become candidates.
struct RecallBin {
  double low = 0;
  double high = 0;
  Share found;
};
struct RecallCurve {
  std::string channel;
  std::vector<RecallBin> bins;
};

// The removals of dedup's rule under a profile, judged by the truth.
struct EvalRemovals {
  std::string profile;
  std::string rule;  // "resemblance >= 0.8", "agreement >= 0.82": the profile's rule
  std::uint64_t removed = 0;
  EvalCounts counts;                // of removals, or of labelled pairs that share a representative
  std::optional<EvalCounts> alone;  // of labelled pairs, each judged alone
  std::optional<std::uint64_t> bad;     // removals far below the threshold
  std::optional<std::uint64_t> missed;  // kept pages that are alike enough to an earlier kept page
  std::optional<std::uint64_t> expected_short;  // too short to judge, though expected to be removed
};

struct EvalReport {
  std::string version;
  std::string recipe;          // name
  std::string recipe_id;       // 16 hexadecimal digits
  std::string truth;           // what counts as true, a sentence
  std::string removals_about;  // what the rows of `removals` count, a sentence
  std::string bins_about;      // which pairs the curves cover, a sentence
  std::uint64_t pages = 0;
  std::uint64_t pages_too_short = 0;
  std::uint64_t pairs_true = 0;
  std::uint64_t pairs_false = 0;
  std::vector<EvalMeasure> measures;
  std::vector<ChannelRecall> channels;
  std::vector<RecallCurve> curves;
  std::vector<EvalRemovals> removals;
  std::vector<std::string> notes;  // sentences
};

// Aligned columns, 120 wide; ends in a line break.
[[nodiscard]] std::string to_text(const EvalReport& report);
// One line per figure: part,name,threshold,low,high,right,wrong,missed,precision,precision_low,...
[[nodiscard]] std::string to_csv(const EvalReport& report);
// One object, indented.
[[nodiscard]] std::string to_json(const EvalReport& report);
// A self-contained page: no external script, font or picture.
[[nodiscard]] std::string to_html(const EvalReport& report);

}  // namespace facsim
