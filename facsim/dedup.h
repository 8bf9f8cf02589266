// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages in; for each one out whether it is kept, and if not, which kept page it repeats and how.
//
// Promise: what the sink is told depends on the pages, their order, the index they are compared
// with and whether its files are still there, if there is one, and the options that say so, never
// on threads, memory or packing. Memory: 12 bytes a page always, everything else within
// limits.memory_bytes (the rest spills to limits.tmp), and beside it pages in flight, at most half
// as much and the largest page. Files are read once to judge, and again for pages whose units did
// not fit the spill; pages from memory are asked for once, and their units (8 bytes a word) spill
// whatever their number.

#include <string>
#include <vector>

#include "facsim/dedup_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/page_source.h"
#include "facsim/run_options.h"

namespace facsim {

// Deduplicates the files that `inputs` name ("-" is standard input). Throws Error; Error{not_found}
// where no page was read and something could not be: a bad record, a damaged or a binary file.
// Inputs that are merely empty are a result without pages and a warning. With against.update
// Error{committed} says that the index has what the run kept, though the disk did not confirm it.
[[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                            const DedupOptions& options, const RunHooks& hooks = {});

// The same of what `pages` gives. Pages are named by their id, else by their number; what is longer
// than read.page_bytes_max is skipped and has no answer. With against.update the index keeps where
// a page stands (Page::place), and names pages as PageIndex::add() does: a number of this run would
// be that of another page of the next.
[[nodiscard]] Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                            const RunHooks& hooks = {});

}  // namespace facsim
