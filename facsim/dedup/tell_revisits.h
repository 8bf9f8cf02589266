// SPDX-License-Identifier: Apache-2.0
#pragma once
// Revisit records whose original was removed, each with the page to look at instead.

#include <optional>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/seen/known_originals.h"

namespace facsim {

// Tells `sink` of them, in input order, after decide(). The copies keep them as they are. Nothing
// where no input has a revisit. `known`: those whose original stands in the index of the run, where
// it has one.
[[nodiscard]] std::optional<RevisitCounts> tell_revisits(const DecidedCorpus& pages,
                                                         const KnownOriginals* known,
                                                         const Run& run, DedupSink& sink);

// What to say of them. `is_done`: the copies are without the removed pages. `has_index`: originals
// may stand in an index that has pages.
void warn_of_revisits(const RevisitCounts& counts, bool is_done, bool has_index, Run& run);

}  // namespace facsim
