// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reports a judged run to a sink: the same for a run, and for one that is judged again.

#include <cstdint>

#include "facsim/dedup/decide.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/folder_options.h"
#include "facsim/known/known_originals.h"

namespace facsim {

struct TellOptions {
  DecideOptions decide;
  Mode mode = Mode::report;               // of the copies, if there are any
  bool has_index = false;                 // the run was against an index that has pages
  const KnownOriginals* known = nullptr;  // originals of revisits in that index
};

// Calls begin() and reports every page, cluster and revisit. With Mode::revisit it first plans the
// revisit records (plan_revisits.h). Adds counts to `summary` and warnings to `run`.
void tell_pages(DecidedCorpus& pages, const TellOptions& options, Run& run, DedupSink& sink,
                Summary& summary);

// Reports the skipped records and the resources of the run, and calls finish(). `scratch_bytes` as
// for note_run(). Throws Error{cancelled}.
void tell_end(const Corpus& corpus, std::uint64_t scratch_bytes, Run& run, DedupSink& sink,
              Summary& summary);

}  // namespace facsim
