// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides for each page whether it is kept and, if not, which kept page it repeats and how.
//
// Promise: what the sink receives depends only on the pages, their order, the options that change
// answers, and the index they are compared with (and whether the files it refers to still exist);
// never on threads, memory or packing. Memory: 12 bytes a page always; everything else stays within
// limits.memory_bytes (the rest spills to limits.tmp), plus the pages in flight, which take at most
// half as much and the largest page. Files are read once to judge, and again for pages whose units
// did not fit into the spill. Pages from memory are requested once, and all their units (8 bytes a
// word) are spilled.

#include <string>
#include <vector>

#include "facsim/dedup_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/page_source.h"
#include "facsim/run_options.h"

namespace facsim {

// Deduplicates the files that `inputs` name ("-" is standard input). Throws Error; Error{not_found}
// if no page was read and something was unreadable: a bad record, a damaged or a binary file.
// Inputs that are merely empty give a result without pages and a warning. With against.update,
// Error{committed} means that the index contains what the run kept, but the disk did not confirm
// it.
[[nodiscard]] Summary dedup(const std::vector<std::string>& inputs, DedupSink& sink,
                            const DedupOptions& options, const RunHooks& hooks = {});

// Deduplicates the pages of a source. Pages are named by their id, else by their number; pages
// longer than read.page_bytes_max are skipped and get no decision. With against.update the index
// stores each page's location (Page::place) and names pages as PageIndex::add() does, because the
// number of a page in this run would be that of another page in the next.
[[nodiscard]] Summary dedup(PageSource& pages, DedupSink& sink, const DedupOptions& options,
                            const RunHooks& hooks = {});

}  // namespace facsim
