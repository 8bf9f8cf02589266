// SPDX-License-Identifier: Apache-2.0
#pragma once
// Revisit records whose original was removed, each with the page to look at instead; with
// Mode::revisit those whose original was replaced, each with the page that it names now.

#include <optional>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/known/known_originals.h"

namespace facsim {

// Tells `sink` of them, in input order, after decide(). The copies keep them as they are. Nothing
// where no input has a revisit. `known`: those whose original stands in the index of the run, where
// it has one.
[[nodiscard]] std::optional<RevisitCounts> tell_revisits(const DecidedCorpus& pages,
                                                         const KnownOriginals* known,
                                                         const Run& run, DedupSink& sink);

// Of pages that plan_revisits() has seen, after decide().
[[nodiscard]] WrittenRevisits count_written_revisits(const DecidedCorpus& pages, const Run& run);

// What to say of pages that repeat one of the index and stay in full.
void warn_of_index_in_place(const DecidedCorpus& pages, Run& run);

// What to say of revisits. `is_done`: the copies are without the removed pages. `has_index`:
// originals may stand in an index that has pages.
void warn_of_revisits(const RevisitCounts& counts, bool is_done, bool has_index, Run& run);

}  // namespace facsim
