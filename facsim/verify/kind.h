// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which way are two pages alike? The table of the four kinds, as a function.

#include <cstdint>
#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/profile.h"

namespace facsim {

struct Likeness {
  bool same_text = false;                          // equal text digests
  bool same_visible = true;                        // and equal is all else that is visible
  std::optional<double> agreement = std::nullopt;  // nothing where a text was not at hand
  bool is_other_order = false;  // their lengths, or the order of their units, say that they differ
  bool are_two = false;         // what was not judged says that these are two pages
  double resemblance = 0;
  double containment = 0;
  double containment_reverse = 0;
  std::optional<double> layout =
      std::nullopt;  // likeness of the layouts; nothing where a page has no markup
};

// exact: same text, all else that is visible the same and, where both have markup, the same layout.
// content: same text, or resemblance
// at or above the threshold; where there is a threshold for agreement and it was measured,
// agreement at or above that and a resemblance at or above its own; but never where the sets alone
// say so, against lengths and order. layout / partial: containment
// either way at or above the threshold, with the same layout / with another or none. Two
// pages that what was not judged tells apart are layout or partial at most. Nothing: no
// duplicate. A threshold above 1 switches its kinds off.
[[nodiscard]] std::optional<Kind> kind_of(const Likeness& likeness,
                                          const Thresholds& thresholds) noexcept;

// Whether the resemblance is so near to the threshold that an estimate should not decide; where
// agreement decides, whether it is high enough for any.
[[nodiscard]] bool is_in_grey_zone(double resemblance, const Thresholds& thresholds) noexcept;

// The agreement of pages of so many units can be no more.
[[nodiscard]] double largest_agreement(std::uint32_t first, std::uint32_t second) noexcept;

// Whether a pair whose sketches suggest this resemblance can be a match at all, but for an error of
// more than four standard errors (one pair in 30,000 of those at the threshold).
[[nodiscard]] bool estimate_may_match(double estimate, std::uint64_t first, std::uint64_t second,
                                      const Thresholds& thresholds) noexcept;

// Whether two sets of these sizes can be a match at all, whatever they share; a lossless filter. It
// refuses pairs only where layout and partial are switched off or a set is empty: a small set may
// always stand whole in a large one.
[[nodiscard]] bool sizes_may_match(std::uint64_t first, std::uint64_t second,
                                   const Thresholds& thresholds) noexcept;

}  // namespace facsim
