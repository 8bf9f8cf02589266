// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the payloads of pages of an earlier run.

#include "facsim/corpus/corpus.h"
#include "facsim/model/read_options.h"
#include "facsim/run/run.h"

namespace facsim {

// Reads the payloads of a corpus that was loaded instead of read (dedup/matches). Throws Error{io}
// if an input has changed, and what opening one throws.
void read_payloads(Corpus& corpus, const ReadOptions& read, const Run& run);

}  // namespace facsim
