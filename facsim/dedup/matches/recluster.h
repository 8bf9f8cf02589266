// SPDX-License-Identifier: Apache-2.0
#pragma once
// Another threshold, keep policy or choice of kinds for a run that was made, without a second one.
//
// Reads matches.facsim of a result folder (matches_file.h), applies the leader rule to the pairs in
// it and writes the rows and summary.json anew, whole or not at all; the copies too where that is
// asked for. What is not given stays as dedup was asked for it, whatever was tried since.
//
// Promise: where no page's list of pairs was cut short, the rows are those that dedup would write
// with these options, except that `agreement` and `template` are null for pairs of which nobody
// asked. A pair that nobody verified is no match: nothing is ever removed unverified. Cost: the
// file is read twice; 0.5 to 2 us a pair. Memory as dedup's, without shingles.

#include <string>

#include "facsim/dedup/matches/recluster_options.h"
#include "facsim/model/summary.h"
#include "facsim/run/run.h"

namespace facsim {

// Throws Error: {not_found} where the folder has no matches.facsim; {invalid_argument} for a
// threshold below the floor of the file, for a policy whose values the run did not read, for copies
// of standard input, and for a file of another run than the summary.json beside it; {io} for inputs
// that are gone or changed, by size and time of change. Nothing was written then.
[[nodiscard]] Summary recluster(const std::string& folder, const ReclusterOptions& options,
                                const RunHooks& hooks = {});

}  // namespace facsim
