// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a review: what a person needs to see of a run.
//
// Reads a result folder: summary.json, the rows and, if present, matches.facsim. The pairs nearest
// to the threshold get their texts, which are read again from the inputs and aligned (compare.h).
// Promise: nothing is written. Files that are gone or changed give a note and not an error, and the
// rows are still true. Rows, counts and steps are those of one judgement, even if the folder has
// decisions that the run did not use. The result is the same for any number of threads. Cost: two
// readings of the rows, dedup/matches/survey.h, one reading of each input (and of each file of the
// index of --against) that has a page of a pair with text, up to that page; one cutting of each
// such page into units (more if not all cut pages fit) and one agreement() of each such pair.
// Memory: 1 KB a listed pair; the compared pages, raw and cut together, take at most
// `page_bytes_max` and an eighth of it.

#include <string>

#include "facsim/model/review.h"
#include "facsim/review/review_options.h"
#include "facsim/run_options.h"

namespace facsim {

// Throws Error{not_found} if the folder is not a result of dedup, Error{damaged} for rows or a
// summary that facsim did not write that way, Error{cancelled}.
[[nodiscard]] Review review_run(const std::string& folder, const ReviewOptions& options,
                                const RunHooks& hooks = {});

}  // namespace facsim
