// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the decisions of a run and reports them to a sink, page by page.

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/input/record_reader.h"

namespace facsim {

struct DecideOptions {
  const ReadOptions& read;   // to read the page that a warning quotes
  double loss_warned = 0.9;  // warn about a host or file that loses more than this share
  bool is_again = false;     // the pairs come from a list: not every template is known
};

// Reports every page and cluster to `sink` and warns about suspicious results. Returns the counts.
[[nodiscard]] DecisionCounts decide(const DecidedCorpus& pages, const DecideOptions& options,
                                    Run& run, DedupSink& sink);

}  // namespace facsim
