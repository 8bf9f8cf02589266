// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mode::revisit: chooses the removed captures that become revisit records, and the captures that
// these refer to.
//
// Among the pages of a cluster with the same payload the earliest is unchanged, and removed ones
// refer to it. A page is unchanged even though an earlier one has its payload if it is the kept
// page, if no earlier one can be named, if its own HTTP head would make the stored body of the
// earlier one unreadable (PayloadRow::can_read_body_of), or if both have one record id; later pages
// may refer to it. So a referred page is always a full response, and chains do not arise.

#include <cstdint>
#include <vector>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/input/input_files.h"

namespace facsim {

// Sets DecidedCorpus::revisit_of() for all pages; call before decide(). Cost: a decision per page,
// a sort of the pages in clusters, and 4 bytes per page from then on.
void plan_revisits(DecidedCorpus& pages, const Run& run);

// Throws Error{unsupported} for ARC files, and if no file is WARC, since the mode would have no
// effect. Warns about files of other kinds beside WARC: they are copied whole.
void check_kinds_for_revisits(const std::vector<InputFile>& files, Run& run);

}  // namespace facsim
