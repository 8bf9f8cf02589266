// SPDX-License-Identifier: Apache-2.0
#pragma once
// The first reading: every record of every file, each page analyzed once, rows in input order.

#include <string_view>

#include "facsim/corpus/corpus.h"
#include "facsim/model/policy.h"
#include "facsim/model/read_options.h"
#include "facsim/model/summary.h"
#include "facsim/page/analysis.h"
#include "facsim/page_source.h"
#include "facsim/ready_profile.h"
#include "facsim/run/run.h"

namespace facsim {

struct ScanOptions {
  Scope scope = Scope::all;
  // The file that will list skipped records, for the warning that mentions it; empty if there is
  // none.
  std::string_view skips_name;
};

// Reads all of `corpus.files` into its other members, with the fields that `read` names and by the
// profile `judge`; returns the counts. Throws Error{not_found} if there is no page and something
// could not be read (ReadingNotes::refusal()), after it reported the warnings to the run.
[[nodiscard]] ReadCounts scan(Corpus& corpus, const ReadOptions& read, const ReadyProfile& judge,
                              Run& run, const ScanOptions& options = {});

// The same for pages from memory: `corpus`, which stores all units or none, gets one file without a
// name. Pages without a text are not a fault. Throws what `pages` throws.
[[nodiscard]] ReadCounts scan(Corpus& corpus, PageSource& pages, const ReadOptions& read,
                              const ReadyProfile& judge, Run& run, Scope scope = Scope::all);

}  // namespace facsim
