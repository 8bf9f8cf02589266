// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a segment folds to, and where it came from. Private to this room.

#include <string>
#include <string_view>
#include <vector>

#include "facsim/features/unit_range.h"

namespace facsim {

struct FoldedPiece {
  std::string folded;
  UnitRange source;
};

// Of a segment (folding_internal.h) of `utf8`: each character by itself, or, where one has to do
// with another, all of them as one piece that came from the whole.
[[nodiscard]] std::vector<FoldedPiece> folded_pieces(std::string_view utf8, UnitRange segment);

}  // namespace facsim
