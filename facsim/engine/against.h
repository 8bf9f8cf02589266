// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run against an index: what is there already counts as kept before anything that comes now.
//
// The pages of the index that some page of the run might repeat join the corpus behind its own
// pages, and the leader rule sees them first. So running day by day keeps what one run in the order
// of the days would keep, as far as the same pairs verify: pages of the index are compared by their
// sketches, and by their texts where the sketches leave a doubt and the texts are still there.

#include <memory>
#include <optional>
#include <string>

#include "facsim/engine/index_changes.h"
#include "facsim/engine/open_index.h"
#include "facsim/engine/publish.h"
#include "facsim/engine/scan.h"
#include "facsim/store/index_folder.h"

namespace facsim {

class Against {
 public:
  // Opens options.against and verifies every byte of it; with options.update it takes the index's
  // lock, and begins an index where there is none. All arguments must outlive this. Throws
  // Error{invalid_argument} for an index of another recipe or of no pages, {not_found,
  // already_exists (another writer), io, damaged}.
  Against(const DedupOptions& options, const DedupHooks& hooks, Scratch& scratch);

  // Where the index has these very inputs already, whose pages would repeat themselves: a warning.
  // Throws Error{already_exists} where results in `output` would be lost that way.
  void warn_of_old_inputs(const Corpus& corpus, const std::string& output, Summary& summary) const;
  // Adds the known pages to `corpus`, which has been read, and counts into `summary`.
  void add_known_pages(Corpus& corpus, const DedupHooks& hooks, Summary& summary) const;

  // With options.update: writes what was kept into a segment that nobody sees yet, and makes it
  // part of the index. Between the two the results get their place: should the second fail, the
  // same run can be made again.
  void write_kept(const Corpus& corpus, const Verdicts& verdicts, const DedupHooks& hooks,
                  Summary& summary);
  void commit();

 private:
  const DedupOptions& options_;
  Scratch& scratch_;
  std::unique_ptr<IndexWriter> writer_;
  std::unique_ptr<OpenIndex> index_;  // nothing where it has yet to begin
  std::optional<Manifest> next_;
};

}  // namespace facsim
