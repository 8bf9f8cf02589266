// SPDX-License-Identifier: Apache-2.0
#pragma once
// Unicode 15.0's simple case folding beyond ASCII, as ranges in ascending order. Private to this
// room; made by scripts/make_fold_ranges.py. 3 KB; a look-up is a binary search.

#include <cstddef>
#include <cstdint>

namespace facsim {

// `first`, `first` + `step` and so on up to `last` fold to themselves plus `delta`.
struct FoldRange {
  char32_t first;
  char32_t last;
  std::uint32_t step;
  std::int32_t delta;
};
extern const FoldRange kFoldRanges[];
extern const std::size_t kFoldRangeCount;

}  // namespace facsim
