// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mode::revisit: which removed captures become revisit records, and of which captures.
//
// Of the pages of a cluster with the same payload the earliest stays as it is, and those that were
// removed refer to it. A page stays though an earlier one has its payload if it is the page that
// was kept, if no earlier one can be named, if with its own HTTP head the stored body of the
// earlier one would be read wrong (PayloadRow::can_read_body_of), or if both have one record id;
// later pages may refer to it. So a page that is referred to is always a full response, and no
// chain arises.

#include <cstdint>
#include <vector>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/input/input_files.h"

namespace facsim {

// Sets DecidedCorpus::revisit_of() of all pages, before decide(). Cost: a decision a page, a sort
// of those in clusters, and 4 bytes a page from then on.
void plan_revisits(DecidedCorpus& pages, const Run& run);

// Throws Error{unsupported} for ARC files, and where no file is WARC: the mode could do nothing.
// Files of other kinds beside WARC are named in a warning: they are copied whole.
void check_kinds_for_revisits(const std::vector<InputFile>& files, Run& run);

}  // namespace facsim
