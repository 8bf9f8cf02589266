// SPDX-License-Identifier: Apache-2.0
#pragma once
// The payloads of pages that an earlier run has read.

#include "facsim/corpus/corpus.h"
#include "facsim/model/read_options.h"
#include "facsim/run/run.h"

namespace facsim {

// Reads the payloads of a corpus that was not read but loaded (dedup/matches). Throws Error{io} if
// an input has changed, and what opening one throws.
void read_payloads(Corpus& corpus, const ReadOptions& read, const Run& run);

}  // namespace facsim
