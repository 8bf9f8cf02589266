// SPDX-License-Identifier: Apache-2.0
#pragma once
// The decisions of a run are counted and told to a sink, page by page.

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/input/record_reader.h"

namespace facsim {

struct DecideOptions {
  const ReadOptions& read;   // for the page that a warning quotes
  double loss_warned = 0.9;  // a host or file that loses more than this share is warned of
  bool is_again = false;     // of pairs that were listed: not every template is known
};

// Tells `sink` of every page and cluster; warns of what looks wrong. Returns the counts.
[[nodiscard]] DecisionCounts decide(const DecidedCorpus& pages, const DecideOptions& options,
                                    Run& run, DedupSink& sink);

}  // namespace facsim
