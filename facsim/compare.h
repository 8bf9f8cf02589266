// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compares two pages by every measure of facsim, and lists what they share.
//
// The kind follows the rules of dedup(): texts under the profile's least number of units are
// duplicates only if they are equal. The other figures are computed for short texts as well. A page
// without a text is not a duplicate of any page, not even of another page without a text: all its
// text likenesses are 0.
// Likenesses are shares, 0..1, as in model/match.h. Cost: both pages are analysed; 24 bytes a unit
// to record its position. Callable from any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/model/left_out.h"
#include "facsim/model/match.h"
#include "facsim/model/own_words.h"
#include "facsim/model/page.h"
#include "facsim/model/page_analysis.h"
#include "facsim/model/text_passage.h"
#include "facsim/model/witness_match.h"
#include "facsim/ready_profile.h"

namespace facsim {

struct Comparison {
  PageAnalysis first;
  PageAnalysis second;
  std::uint64_t first_shingles = 0;  // distinct shingles of the judged text
  std::uint64_t second_shingles = 0;

  std::optional<Kind> kind;              // std::nullopt: not duplicates
  bool too_short = false;                // one is too short to judge: only equal texts have a kind
  bool same_text = false;                // both pages have a text, and the texts are equal
  int distance = -1;                     // of the fingerprints in bits; -1 if one has none
  std::optional<WitnessMatch> witness;   // of the texts not judged, if the rules require it
  std::optional<LeftOutMatch> left_out;  // of what was left out of both, if the rules require it
  std::optional<OwnWords> names;         // words of their names that tell them apart, if any do
  double cosine = 0;                     // of single units, each weighted 1 + ln tf
  double resemblance = 0;                // Jaccard of the shingle sets
  double containment = 0;                // share of the first's shingles in the second
  double containment_reverse = 0;
  double agreement = 0;  // share of the longer page that occurs in the other in the same order
  std::optional<double> layout;  // likeness of the layouts; std::nullopt if one has no markup
  // In order; together they contain all units of both texts. Text between two passages (white
  // space, punctuation) is in neither.
  std::vector<TextPassage> passages;
};

// Throws Error{invalid_argument} for an invalid profile or recipe, and if a table that the recipe
// names is missing (ready_profile() reads them).
[[nodiscard]] Comparison compare(const Page& first, const Page& second,
                                 const ReadyProfile& judge = {});

}  // namespace facsim
