// SPDX-License-Identifier: Apache-2.0
#pragma once
// Orders the captures of one payload by time.

#include <cstdint>
#include <vector>

#include "facsim/corpus/corpus.h"
#include "facsim/run/run.h"

namespace facsim {

// Among pages of one scope with the same payload the earliest capture takes the best rank, the next
// the second, and so on; all other ranks are unchanged. So the page that is kept is the one that
// the others can refer to. Captures of equal time are in input order. Error answers are ordered
// separately: none takes the rank of another page.
void put_earliest_first(const Corpus& corpus, std::vector<std::uint32_t>& ranks, const Run& run);

}  // namespace facsim
