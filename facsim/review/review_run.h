// SPDX-License-Identifier: Apache-2.0
#pragma once
// What does a person need to see of this run?
//
// Reads a result folder: summary.json, the rows and, where there is one, matches.facsim. The pairs
// that are nearest to the threshold come with their texts, which are read again from the inputs and
// aligned (compare.h). Promise: nothing is written; what is gone or changed is a note and not an
// error, the rows are still true; rows, counts and steps are those of one judgement, also where
// decisions lie in the folder that the run did not ask; the same for any number of threads. Cost:
// two readings of the rows, dedup/matches/survey.h, one reading of each input, and of each file of
// the index of --against, that holds a page of a pair with text, up to that page, one cutting of
// each such page into units (more where not all cut pages have room) and one agreement() of each
// such pair. Memory: 1 KB a listed pair, and the pages of those compared, as they are and cut,
// within `page_bytes_max` and an eighth of it.

#include <string>

#include "facsim/model/review.h"
#include "facsim/review/review_options.h"
#include "facsim/run_options.h"

namespace facsim {

// Throws Error{not_found} for what is no result of dedup, Error{damaged} for rows or a summary that
// facsim did not write so, Error{cancelled}.
[[nodiscard]] Review review_run(const std::string& folder, const ReviewOptions& options,
                                const RunHooks& hooks = {});

}  // namespace facsim
