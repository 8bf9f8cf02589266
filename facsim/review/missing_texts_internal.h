// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reports why some listed pairs have no texts, in a form that shows the remedy.

#include <cstdint>
#include <string>

#include "facsim/base/sentence.h"
#include "facsim/model/review.h"
#include "facsim/review/held_pages_internal.h"

namespace facsim {

// Pairs without text, each counted under the first reason that applies.
struct MissingTexts {
  std::uint64_t too_large = 0;  // two pages that were compared by their raw bytes alone
  std::uint64_t unsought = 0;   // beyond the pairs for which texts are read
  std::uint64_t in_index = 0;   // a page of an index that is no longer at its location
  std::uint64_t not_found = 0;  // a page of the inputs that is gone or has changed
  std::uint64_t no_room = 0;    // beyond the memory for pages
  std::uint64_t too_much = 0;   // beyond the limit of text in the review
};

// Counts the pairs of review.pairs without text; texts were read for the first `sought`.
[[nodiscard]] MissingTexts missing_texts(const Review& review, const HeldPages& held,
                                         std::size_t sought);

// Empty if no text is missing.
[[nodiscard]] Sentence missing_texts_note(const Review& review, const MissingTexts& missing);

}  // namespace facsim
