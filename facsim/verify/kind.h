// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kind of match of two pages: the table of the four kinds, as a function.

#include <cstdint>
#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/profile.h"

namespace facsim {

struct Likeness {
  bool same_text = false;                          // equal text digests
  bool same_visible = true;                        // and everything else that is visible is equal
  std::optional<double> agreement = std::nullopt;  // nothing if a text was not available
  bool is_other_order = false;  // their lengths, or the order of their units, contradict the sets
  bool are_two = false;         // evidence outside the judged texts shows that they are two pages
  double resemblance = 0;
  double containment = 0;
  double containment_reverse = 0;
  std::optional<double> layout =
      std::nullopt;  // likeness of the layouts; nothing if a page has no markup
};

// exact: same text, everything else that is visible equal and, if both have markup, the same
// layout. content: same text, or resemblance at or above the threshold. If there is a threshold for
// agreement and agreement was measured, both agreement and resemblance must reach their thresholds
// instead. Resemblance that lengths or order contradict is not enough. layout / partial:
// containment in either direction at or above the threshold, with the same layout / with a
// different layout or none. If `are_two`, the kind is layout or partial at most. Nothing: not a
// duplicate. A threshold above 1 switches its kinds off.
[[nodiscard]] std::optional<Kind> kind_of(const Likeness& likeness,
                                          const Thresholds& thresholds) noexcept;

// True if the resemblance is so near to the threshold that an estimate should not decide; if
// agreement decides, true if the resemblance is not lower than the least for a match by more than
// the grey zone.
[[nodiscard]] bool is_in_grey_zone(double resemblance, const Thresholds& thresholds) noexcept;

// Returns an upper bound of the agreement of two pages with these numbers of units.
[[nodiscard]] double largest_agreement(std::uint32_t first, std::uint32_t second) noexcept;

// True if a pair whose sketches suggest this resemblance can be a match at all. Wrong only for
// errors of more than four standard errors (one pair in 30,000 of those at the threshold).
[[nodiscard]] bool estimate_may_match(double estimate, std::uint64_t first, std::uint64_t second,
                                      const Thresholds& thresholds) noexcept;

// True if two sets of these sizes can be a match at all, whatever they share; a lossless filter. It
// rejects pairs only if layout and partial are switched off or a set is empty: a small set may
// always be contained in a large one.
[[nodiscard]] bool sizes_may_match(std::uint64_t first, std::uint64_t second,
                                   const Thresholds& thresholds) noexcept;

}  // namespace facsim
