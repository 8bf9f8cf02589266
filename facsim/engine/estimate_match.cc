// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/estimate_match.h"

#include <algorithm>

#include "facsim/engine/analysis.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/verify/kind.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

// A small page in a large one shares few bins with it: an estimate of its containment is off by .2
// and more.
constexpr double kContainmentDoubt = 0.4;

}  // namespace

EstimatedMatch estimate_match(const PageFacts& page, const PageFacts& kept,
                              const Thresholds& thresholds) {
  Likeness likeness;
  likeness.layout = layout_likeness(page.layout_sketch(), kept.layout_sketch());
  likeness.same_text = page.digest == kept.digest;
  Match match;
  match.distance = static_cast<std::int8_t>(page.distance_to(kept));
  EstimatedMatch estimate;
  if (likeness.same_text) {
    likeness.resemblance = likeness.containment = likeness.containment_reverse = 1;
    match.by = By::digest;
    match.same_text = true;
  } else if (page.has_fingerprint && kept.has_fingerprint) {
    const Overlap shared = estimated_overlap(estimated_resemblance(page.sketch, kept.sketch),
                                             page.shingles, kept.shingles);
    likeness.resemblance = shared.resemblance();
    likeness.containment = shared.containment();
    likeness.containment_reverse = shared.containment_reverse();
    match.by = By::sketch;
    match.error = estimate_error(likeness.resemblance, page.shingles, kept.shingles);
    estimate.is_in_grey_zone = is_in_grey_zone(likeness.resemblance, thresholds);
    const double most = std::max(likeness.containment, likeness.containment_reverse);
    estimate.is_containment_in_doubt = !estimate.is_in_grey_zone &&
                                       likeness.resemblance < thresholds.resemblance_min &&
                                       most >= thresholds.containment_min - kContainmentDoubt;
  } else {
    return estimate;
  }
  const std::optional<Kind> kind = kind_of(likeness, thresholds);
  if (!kind) return estimate;
  match.kind = *kind;
  match.resemblance = likeness.resemblance;
  match.containment = likeness.containment;
  match.containment_reverse = likeness.containment_reverse;
  estimate.match = match;
  return estimate;
}

}  // namespace facsim
