// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/left_out_match.h"

#include <algorithm>

#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

// True for text of the page itself, rather than its frame.
bool is_of_the_text(LeftOut why) noexcept {
  return why == LeftOut::bare || why == LeftOut::undecoded;
}

// Pages hide chrome too (dialogs, menus), but less than twice as much as they show.
bool hides_most(const Coverage& coverage) noexcept {
  constexpr std::uint16_t kHiddenChromeMax = 2 * kLeftOutOne;
  return coverage.mostly == LeftOut::hidden && coverage.left_out > kHiddenChromeMax;
}

bool may_have_other_chrome(const PageFacts& first, const PageFacts& second,
                           const Thresholds& thresholds) noexcept {
  if (is_of_the_text(first.coverage.mostly) || is_of_the_text(second.coverage.mostly)) return false;
  if (!first.has_layout || !second.has_layout) return false;
  if (hides_most(first.coverage) || hides_most(second.coverage)) return false;
  return first.witness.site != second.witness.site &&
         estimated_resemblance(first.layout, second.layout) < thresholds.min_layout;
}

double left_out_resemblance(const Coverage& first, const Coverage& second) noexcept {
  if (!first.has_text || !second.has_text) return 0;
  return estimated_resemblance(first.text, second.text);
}

}  // namespace

std::optional<LeftOutMatch> match_of_left_out(const PageFacts& first, const PageFacts& second,
                                              const Thresholds& thresholds) noexcept {
  const Coverage& one = first.coverage;
  const Coverage& other = second.coverage;
  if (one.is_garbled || other.is_garbled) {
    const bool is_same = one.is_garbled && other.is_garbled && one.visible == other.visible;
    return LeftOutMatch{.resemblance = is_same ? 1.0 : 0.0, .are_two = !is_same};
  }
  if (std::max(one.left_out, other.left_out) < kLeftOutDecides) return std::nullopt;
  if (have_one_url(first.witness, second.witness)) return std::nullopt;
  if (may_have_other_chrome(first, second, thresholds)) return std::nullopt;
  LeftOutMatch match;
  match.resemblance = left_out_resemblance(one, other);
  const double shares = (one.left_out + other.left_out) / (2.0 * kLeftOutOne);
  match.differing = shares * (1 - match.resemblance) / (1 + match.resemblance);
  match.are_two = match.resemblance < LeftOutMatch::kResemblanceMin ||
                  (match.resemblance < LeftOutMatch::kNearlyAll &&
                   match.differing > LeftOutMatch::kDifferingMax);
  return match;
}

}  // namespace facsim
