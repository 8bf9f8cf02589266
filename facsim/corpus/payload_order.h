// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of several captures of one payload comes first?

#include <cstdint>
#include <vector>

#include "facsim/corpus/corpus.h"
#include "facsim/run/run.h"

namespace facsim {

// Among pages of one scope with the same payload the earliest capture takes the best rank, the next
// the second, and so on; all other ranks stay. So the page that is kept of several is the one that
// the others can refer to. Of one time, the first in input order. Answers with an error are apart:
// none takes the rank of another page.
void put_earliest_first(const Corpus& corpus, std::vector<std::uint32_t>& ranks, const Run& run);

}  // namespace facsim
