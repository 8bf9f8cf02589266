// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inputs again, in their own shape: without what was removed, or with what was found written
// in.

#include <string>
#include <vector>

#include "facsim/engine/scan.h"

namespace facsim {

class Verdicts;

// One bit a page.
struct Marks {
  explicit Marks(std::uint32_t pages) : removed(pages), representative(pages) {}
  std::vector<bool> removed;
  std::vector<bool> representative;  // a kept page that others were removed for
};

enum class Copying {
  everything,
  rows_only,  // no file of the input is opened
};

struct Written {
  std::vector<std::string> files;   // names, relative to the folder
  std::vector<std::string> linked;  // the same of linked pages
  std::vector<std::string> warnings;
};

// JSON lines, WARC and ARC files are copied without removed records; of folders of pages the kept
// files are listed in kept.txt and, if asked, linked; a single page is copied if it stays. Where
// the name of a kept file has a line break in it, kept.nul is the list to trust: the same names,
// each ended by a NUL.
[[nodiscard]] Written copy_corpus(const Corpus& corpus, const Marks& marks,
                                  const std::string& folder, const DedupOptions& options,
                                  const DedupHooks& hooks);

// JSON lines are copied with one member more, in the place of one that an earlier run added; pages
// of all other files get a row in annotations.jsonl.
[[nodiscard]] Written annotate_corpus(const Corpus& corpus, const Verdicts& verdicts,
                                      const Marks& marks, const std::string& folder,
                                      const DedupOptions& options, const DedupHooks& hooks,
                                      Copying copying = Copying::everything);

// Throws Error{io} where a file is not as it was when it was read.
void check_unchanged(const InputFile& file);
// By size and time.
[[nodiscard]] bool is_unchanged(const InputFile& file);

}  // namespace facsim
