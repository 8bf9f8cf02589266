// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/kind.h"

#include <algorithm>
#include <cmath>

#include "facsim/verify/overlap.h"

namespace facsim {

std::optional<Kind> kind_of(const Likeness& likeness, const Thresholds& thresholds) noexcept {
  const bool same_layout = likeness.layout && *likeness.layout >= thresholds.min_layout;
  if (!likeness.are_two && likeness.same_text) {
    const bool is_exact = likeness.same_visible && (same_layout || !likeness.layout);
    return is_exact ? Kind::exact : Kind::content;
  }
  const bool by_agreement = thresholds.min_agreement > 0 && likeness.agreement;
  const bool agrees = by_agreement && *likeness.agreement >= thresholds.min_agreement &&
                      likeness.resemblance >= thresholds.min_resemblance_with_agreement;
  const bool is_alike = by_agreement ? agrees : likeness.resemblance >= thresholds.min_resemblance;
  if (!likeness.are_two && !likeness.is_other_order && is_alike) return Kind::content;
  if (std::max(likeness.containment, likeness.containment_reverse) >= thresholds.min_containment) {
    return same_layout ? Kind::layout : Kind::partial;
  }
  return std::nullopt;
}

bool is_in_grey_zone(double resemblance, const Thresholds& thresholds) noexcept {
  // A sketch cannot estimate how much of a page is in the other in the same order.
  if (thresholds.min_agreement > 0) {
    return resemblance >= thresholds.min_resemblance_with_agreement - thresholds.grey_zone;
  }
  return std::abs(resemblance - thresholds.min_resemblance) <= thresholds.grey_zone;
}

double largest_agreement(std::uint32_t first, std::uint32_t second) noexcept {
  const auto [shorter, longer] = std::minmax(first, second);
  return longer == 0 ? 1 : static_cast<double>(shorter) / static_cast<double>(longer);
}

bool estimate_may_match(double estimate, std::uint64_t first, std::uint64_t second,
                        const Thresholds& thresholds) noexcept {
  // Without a minimum resemblance agreement has none either: one edit in five units leaves no
  // shingle of five.
  const bool by_agreement = thresholds.min_agreement > 0;
  if (by_agreement && thresholds.min_resemblance_with_agreement <= 0) return true;
  const auto smaller = static_cast<double>(std::min(first, second));
  const double shared = std::min(1.0, thresholds.min_containment) * smaller;
  const double both = static_cast<double>(first) + static_cast<double>(second);
  const double contained = both > shared ? shared / (both - shared) : 1;
  const double content =
      by_agreement ? thresholds.min_resemblance_with_agreement : thresholds.min_resemblance;
  const double least = std::min(content, contained);
  return estimate + 4 * estimate_error(least, first, second) >= least;
}

bool sizes_may_match(std::uint64_t first, std::uint64_t second,
                     const Thresholds& thresholds) noexcept {
  if (first == second) return true;  // the texts may be equal
  const Overlap most{first, second, std::min(first, second)};
  // A set has fewer shingles than its page has units; how many fewer is unknown here.
  if (thresholds.min_agreement > 0) return true;
  return most.resemblance() >= thresholds.min_resemblance ||
         std::max(most.containment(), most.containment_reverse()) >= thresholds.min_containment;
}

}  // namespace facsim
