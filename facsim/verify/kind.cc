// SPDX-License-Identifier: Apache-2.0
#include "facsim/verify/kind.h"

#include <algorithm>
#include <cmath>

#include "facsim/verify/overlap.h"

namespace facsim {

std::optional<Kind> kind_of(const Likeness& likeness, const Thresholds& thresholds) noexcept {
  const bool same_layout = likeness.layout && *likeness.layout >= thresholds.layout_min;
  if (likeness.same_text) {
    return same_layout || !likeness.layout ? Kind::exact : Kind::content;
  }
  if (likeness.resemblance >= thresholds.resemblance_min) return Kind::content;
  if (std::max(likeness.containment, likeness.containment_reverse) >= thresholds.containment_min) {
    return same_layout ? Kind::layout : Kind::partial;
  }
  return std::nullopt;
}

bool is_in_grey_zone(double resemblance, const Thresholds& thresholds) noexcept {
  return std::abs(resemblance - thresholds.resemblance_min) <= thresholds.grey_zone;
}

bool sizes_may_match(std::uint64_t first, std::uint64_t second,
                     const Thresholds& thresholds) noexcept {
  if (first == second) return true;  // the texts may be the same
  const Overlap most{first, second, std::min(first, second)};
  return most.resemblance() >= thresholds.resemblance_min ||
         std::max(most.containment(), most.containment_reverse()) >= thresholds.containment_min;
}

}  // namespace facsim
