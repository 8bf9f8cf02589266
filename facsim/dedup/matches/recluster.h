// SPDX-License-Identifier: Apache-2.0
#pragma once
// Applies another threshold, keep policy or choice of kinds to a finished run, without a second
// run.
//
// Reads matches.facsim of a result folder (matches_file.h), applies the leader rule to its pairs
// and replaces the rows and summary.json, all or nothing; the copies too if requested. Options that
// are not given are those of dedup, whatever was tried since.
//
// Promise: if no page's list of pairs was cut short, the rows are those that dedup would write with
// these options, except that `agreement` and `template` are null for pairs for which they were not
// measured. Pairs that were not verified never cause a removal. Cost: the file is read twice; 0.5
// to 2 us per pair. Memory as dedup's, without shingles.

#include <string>

#include "facsim/dedup/matches/recluster_options.h"
#include "facsim/model/summary.h"
#include "facsim/run/run.h"

namespace facsim {

// Throws Error: {not_found} if the folder has no matches.facsim or an input no longer exists;
// {invalid_argument} for a threshold below the floor of the file, for a policy whose values the run
// did not read, for copies of standard input, and for a file of another run than the summary.json
// beside it; {io} for inputs that have changed, by size or modification time. Then nothing has been
// written.
[[nodiscard]] Summary recluster(const std::string& folder, const ReclusterOptions& options,
                                const RunHooks& hooks = {});

}  // namespace facsim
