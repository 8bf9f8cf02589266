// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reports revisit records whose original was removed, each with the page to use instead; with
// Mode::revisit those whose original was replaced, each with the page that it now refers to.

#include <optional>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/known/known_originals.h"

namespace facsim {

// Reports them to `sink` in input order; call after decide(). The copies contain them unchanged.
// Returns nothing if no input has a revisit. `known`: revisits whose original is in the index of
// the run, if it has one.
[[nodiscard]] std::optional<RevisitCounts> tell_revisits(const DecidedCorpus& pages,
                                                         const KnownOriginals* known,
                                                         const Run& run, DedupSink& sink);

// Counts the revisit records of Mode::revisit; call after plan_revisits() and decide().
[[nodiscard]] WrittenRevisits count_written_revisits(const DecidedCorpus& pages, const Run& run);

// Warns about pages that repeat a page of the index and are copied in full.
void warn_of_index_in_place(const DecidedCorpus& pages, Run& run);

// Warns about revisits. `is_done`: the copies are without the removed pages. `has_index`: originals
// may be in an index that has pages.
void warn_of_revisits(const RevisitCounts& counts, bool is_done, bool has_index, Run& run);

}  // namespace facsim
