// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why some listed pairs come without their texts, told so that a reader knows what would help.

#include <cstdint>
#include <string>

#include "facsim/base/sentence.h"
#include "facsim/model/review.h"
#include "facsim/review/held_pages_internal.h"

namespace facsim {

// Pairs without text, each under the first of these that holds.
struct MissingTexts {
  std::uint64_t too_large = 0;  // two pages that were compared by their raw bytes alone
  std::uint64_t unsought = 0;   // beyond the pairs that texts are looked for
  std::uint64_t in_index = 0;   // a page of an index that is not where it stood
  std::uint64_t not_found = 0;  // a page of the inputs that is gone or has changed
  std::uint64_t no_room = 0;    // beyond the memory for pages
  std::uint64_t too_much = 0;   // beyond the text that the review may have
};

// Of review.pairs, of which texts were looked for of the first `sought`.
[[nodiscard]] MissingTexts missing_texts(const Review& review, const HeldPages& held,
                                         std::size_t sought);

// Empty where nothing is missing.
[[nodiscard]] Sentence missing_texts_note(const Review& review, const MissingTexts& missing);

}  // namespace facsim
