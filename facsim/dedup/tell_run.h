// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a run that was judged is told to a sink: the same for a run, and for one that is judged
// again.

#include <cstdint>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/folder_options.h"
#include "facsim/input/record_reader.h"
#include "facsim/known/known_originals.h"

namespace facsim {

struct TellOptions {
  const ReadOptions& read;                // for the page that a warning quotes
  double loss_warned = 0.9;               // a host or file that loses more is warned of
  Mode mode = Mode::report;               // of the copies, where there are any
  bool is_again = false;                  // the pairs were listed: not every template is known
  bool has_index = false;                 // the run was against an index that has pages
  const KnownOriginals* known = nullptr;  // originals of revisits in that index
};

// begin(), every page, cluster and revisit. With Mode::revisit plans the revisit records before
// (plan_revisits.h). What there is to count goes into `summary`, what to warn of into `run`.
void tell_pages(DecidedCorpus& pages, const TellOptions& options, Run& run, DedupSink& sink,
                Summary& summary);

// The records that were left out, what the run took, and finish(). `scratch_bytes` as note_run().
// Throws Error{cancelled}.
void tell_end(const Corpus& corpus, std::uint64_t scratch_bytes, Run& run, DedupSink& sink,
              Summary& summary);

}  // namespace facsim
