// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/pair_judge.h"
#include "facsim/page/match_of_witnesses.h"

#include <algorithm>

#include "facsim/fingerprint/sketcher.h"
#include "facsim/page/analysis.h"
#include "facsim/page/left_out_match.h"
#include "facsim/page/name_match.h"
#include "facsim/verify/kind.h"

namespace facsim {
namespace {

// A small page in a large one shares few bins with it: the error of an estimate of its containment
// is .2 and more.
constexpr double kContainmentDoubt = 0.4;

Evidence shared_evidence(const Overlap& shared) noexcept {
  Evidence evidence;
  evidence.resemblance = shared.resemblance();
  evidence.containment = shared.containment();
  evidence.containment_reverse = shared.containment_reverse();
  return evidence;
}

// If the lengths forbid a match, their ratio suffices; the row gets the true figure later.
std::optional<double> deciding_agreement(const PageFacts& page, const PageFacts& kept,
                                         const Evidence& evidence,
                                         const Thresholds& thresholds) noexcept {
  if (thresholds.min_agreement <= 0 || evidence.by != By::text) return evidence.agreement;
  const double most = largest_agreement(page.units, kept.units);
  return most < thresholds.min_agreement ? most : evidence.agreement.value_or(0);
}

bool lengths_contradict(const PageFacts& page, const PageFacts& kept) noexcept {
  constexpr double kLengthsMin = 2.0 / 3;
  return largest_agreement(page.units, kept.units) < kLengthsMin;
}

// For pages too short to judge; a missing title equals any other.
bool have_one_short_title(const PageFacts& page, const PageFacts& kept) noexcept {
  return page.witness.title == 0 || kept.witness.title == 0 ||
         short_witness_key(page.witness) == short_witness_key(kept.witness);
}

}  // namespace

Evidence same_text_evidence() noexcept {
  Evidence evidence;
  evidence.by = By::digest;
  evidence.same_text = true;
  evidence.resemblance = evidence.containment = evidence.containment_reverse = 1;
  evidence.agreement = 1;
  return evidence;
}

Evidence text_evidence(const Overlap& shared, std::optional<double> agreement) noexcept {
  Evidence evidence = shared_evidence(shared);
  evidence.agreement = agreement;
  return evidence;
}

Evidence evidence_of(const Match& match) noexcept {
  Evidence evidence;
  evidence.by = match.by;
  evidence.same_text = match.same_text;
  evidence.resemblance = match.resemblance;
  evidence.containment = match.containment;
  evidence.containment_reverse = match.containment_reverse;
  evidence.error = match.error;
  evidence.agreement = match.agreement;
  return evidence;
}

std::optional<Evidence> evidence_of_facts(const PageFacts& page, const PageFacts& kept) noexcept {
  if (page.digest == kept.digest) return same_text_evidence();
  if (!page.has_fingerprint || !kept.has_fingerprint) return std::nullopt;
  Evidence evidence = shared_evidence(estimated_overlap(
      estimated_resemblance(page.sketch, kept.sketch), page.shingles, kept.shingles));
  evidence.by = By::sketch;
  evidence.error = estimate_error(evidence.resemblance, page.shingles, kept.shingles);
  return evidence;
}

Match figures_of(const PageFacts& page, const PageFacts& kept, const Evidence& evidence) noexcept {
  Match match;
  match.by = evidence.by;
  match.same_text = evidence.same_text;
  match.distance = static_cast<std::int8_t>(page.distance_to(kept));
  match.resemblance = evidence.resemblance;
  match.containment = evidence.containment;
  match.containment_reverse = evidence.containment_reverse;
  match.agreement = evidence.agreement;
  match.error = evidence.error;
  match.judged = {page.coverage.judged(), kept.coverage.judged()};
  if (evidence.same_text) match.is_template = false;
  return match;
}

std::optional<Match> judge_pair(const PageFacts& page, const PageFacts& kept,
                                const Evidence& evidence, const Thresholds& thresholds) {
  if (are_menus_alone(page, kept)) return std::nullopt;
  if (!page.has_fingerprint && !kept.has_fingerprint && !have_one_short_title(page, kept)) {
    return std::nullopt;
  }
  Likeness likeness;
  likeness.same_text = evidence.same_text;
  likeness.same_visible = page.coverage.visible == kept.coverage.visible;
  likeness.resemblance = evidence.resemblance;
  likeness.containment = evidence.containment;
  likeness.containment_reverse = evidence.containment_reverse;
  likeness.layout = layout_likeness(page.layout_sketch(), kept.layout_sketch());
  likeness.agreement = deciding_agreement(page, kept, evidence, thresholds);
  likeness.is_other_order = say_other_orders(page, kept, evidence);
  likeness.are_two = are_two_pages(page, kept, evidence.resemblance, thresholds);
  const std::optional<Kind> kind = kind_of(likeness, thresholds);
  if (!kind) return std::nullopt;
  Match match = figures_of(page, kept, evidence);
  match.kind = *kind;
  // The rule chooses by agreement if a match has one, so either all of its pairs have it or none.
  const bool decides = thresholds.min_agreement > 0 &&
                       largest_agreement(page.units, kept.units) >= thresholds.min_agreement;
  if (!evidence.same_text && !decides) match.agreement.reset();
  return match;
}

bool asks_order(const PageFacts& page, const PageFacts& kept) noexcept {
  const auto repeats_itself = [](const PageFacts& facts) {
    return std::uint64_t{3} * facts.shingles < std::uint64_t{2} * facts.units;
  };
  return (repeats_itself(page) || repeats_itself(kept)) && !lengths_contradict(page, kept);
}

// A set does not record how often its members occur, or where.
bool say_other_orders(const PageFacts& page, const PageFacts& kept,
                      const Evidence& evidence) noexcept {
  constexpr double kOrderMin = 0.5;
  if (evidence.same_text) return false;
  if (lengths_contradict(page, kept)) return true;
  return asks_order(page, kept) && evidence.by == By::text &&
         evidence.agreement.value_or(1) < kOrderMin;
}

bool are_two_pages(const PageFacts& page, const PageFacts& kept, double resemblance,
                   const Thresholds& thresholds) {
  const std::optional<LeftOutMatch> left_out = match_of_left_out(page, kept, thresholds);
  if (left_out && left_out->are_two) return true;
  if (thresholds.names && match_of_names(page, kept)) return true;
  const std::optional<WitnessMatch> match = match_of_witnesses(page, kept);
  return match && match->are_two(resemblance, thresholds.min_resemblance);
}

EstimatedMatch estimate_match(const PageFacts& page, const PageFacts& kept,
                              const Thresholds& thresholds) {
  EstimatedMatch estimate;
  const std::optional<Evidence> evidence = evidence_of_facts(page, kept);
  if (!evidence) return estimate;
  if (are_menus_alone(page, kept)) return estimate;
  estimate.match = judge_pair(page, kept, *evidence, thresholds);
  if (evidence->by != By::sketch) return estimate;
  estimate.is_in_grey_zone = !are_two_pages(page, kept, 1, thresholds) &&
                             (is_in_grey_zone(evidence->resemblance, thresholds) ||
                              (estimate.match && asks_order(page, kept)));
  const double most = std::max(evidence->containment, evidence->containment_reverse);
  const bool is_content = estimate.match && estimate.match->kind == Kind::content;
  estimate.is_containment_in_doubt = !estimate.is_in_grey_zone && !is_content &&
                                     most >= thresholds.min_containment - kContainmentDoubt;
  return estimate;
}

}  // namespace facsim
