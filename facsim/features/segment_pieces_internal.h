// SPDX-License-Identifier: Apache-2.0
#pragma once
// The folded pieces of a segment and their source ranges. Private to this room.

#include <string>
#include <string_view>
#include <vector>

#include "facsim/features/unit_range.h"

namespace facsim {

struct FoldedPiece {
  std::string folded;
  UnitRange source;
};

// Returns the pieces of a segment (folding_internal.h) of `utf8`: one for each character, or, if
// characters affect each other, a single piece whose source is the whole segment.
[[nodiscard]] std::vector<FoldedPiece> folded_pieces(std::string_view utf8, UnitRange segment);

}  // namespace facsim
