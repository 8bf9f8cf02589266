// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inputs again, in their own shape: without what was removed, or with what was found written
// in.

#include <string>
#include <vector>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/input/record_reader.h"
#include "facsim/run/run.h"

namespace facsim {

struct Written {
  std::vector<std::string> files;   // names, relative to the folder
  std::vector<std::string> linked;  // the same of linked pages
  std::vector<std::string> warnings;
};

// JSON lines, WARC, ARC and Parquet files are copied without removed records; of folders of pages
// the kept files are listed in kept.txt and, if asked, linked; a single page is copied if it stays.
// Where the name of a kept file has a line break in it, kept.nul is the list to trust: the same
// names, each ended by a NUL.
// Where pages.writes_revisits(), nothing is left out but damaged bytes of WARC files, which get
// revisit records in the place of pages (copy_revisits.h); `read` is how their records are read.
[[nodiscard]] Written copy_corpus(const DecidedCorpus& pages, const std::string& folder, bool link,
                                  const ReadOptions& read, const Run& run);

// JSON lines are copied with one member more and Parquet files with one column more, in the place
// of one that an earlier run added; pages of all other files get a row in annotations.jsonl.
// Without copies no file of the input is opened.
[[nodiscard]] Written annotate_corpus(const DecidedCorpus& pages, const std::string& folder,
                                      const ReadOptions& read, const Run& run, bool with_copies);

}  // namespace facsim
