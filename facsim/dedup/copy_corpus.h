// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes the inputs again in their own formats: without removed pages, or with annotations.

#include <string>
#include <vector>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/input/record_reader.h"
#include "facsim/run/run.h"

namespace facsim {

struct Written {
  std::vector<std::string> files;   // names, relative to the folder
  std::vector<std::string> linked;  // names of linked pages, likewise
  std::vector<std::string> warnings;
};

// JSON lines, WARC, ARC and Parquet files are copied without removed records; of folders of pages
// the kept files are listed in kept.txt and, with `link`, linked; a single page is copied if it is
// kept. If the name of a kept file contains a line break, kept.nul is the list to trust: the same
// names, each ended by a NUL. If pages.writes_revisits(), only damaged bytes of WARC files are left
// out, and removed pages in them are replaced by revisit records (copy_revisits.h); `read` is how
// their records are read.
[[nodiscard]] Written copy_corpus(const DecidedCorpus& pages, const std::string& folder, bool link,
                                  const ReadOptions& read, const Run& run);

// JSON lines are copied with one more member and Parquet files with one more column, which replaces
// the one that an earlier run added; pages of all other files get a row in annotations.jsonl. If
// not `with_copies`, no input file is opened.
[[nodiscard]] Written annotate_corpus(const DecidedCorpus& pages, const std::string& folder,
                                      const ReadOptions& read, const Run& run, bool with_copies);

}  // namespace facsim
