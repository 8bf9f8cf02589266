// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which revisits of a run have their original in an index, because an earlier run kept it?
//
// An index knows the record id and the URL of each page, and not its date: a revisit that names a
// record is looked up by that, any other by the URL of its original. Cost: one walk over the names
// of the index, over its URLs too where a revisit needs them, and none where every original is
// among the inputs; memory: 16 bytes for each revisit that asks.

#include <vector>

#include "facsim/corpus/revisits.h"
#include "facsim/run/run.h"
#include "facsim/seen/open_index.h"

namespace facsim {

// One for each revisit; empty where none asks. `index` is of pages. Throws Error{damaged}.
[[nodiscard]] std::vector<bool> originals_in_index(const OpenIndex& index, const Revisits& revisits,
                                                   const Run& run);

}  // namespace facsim
