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

#include "facsim/corpus/scan.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_options.h"
#include "facsim/known/index_changes.h"
#include "facsim/known/known_originals.h"
#include "facsim/known/open_index.h"
#include "facsim/ready_profile.h"
#include "facsim/store/index_folder.h"

namespace facsim {

class Against {
 public:
  // Opens options.index and verifies every byte of it; with options.update it takes the index's
  // lock, and begins an index where there is none. All arguments must outlive this. Throws
  // Error{invalid_argument} for an index of another recipe or of no pages, {busy} where another
  // writer has it for longer than options.wait, {not_found, io, damaged, cancelled}.
  Against(const AgainstOptions& options, const ReadyProfile& judge, const Policy& policy, Run& run);

  // Whether the index has these very inputs already: their pages would repeat themselves.
  [[nodiscard]] bool has_inputs(const Corpus& corpus) const;
  void warn_of_old_inputs() const;
  // Adds the known pages to `corpus`, which was read as `read` says.
  void add_known_pages(Corpus& corpus, const ReadOptions& read);

  // With options.update: writes what was kept into a segment that nobody sees yet, and makes it
  // part of the index. Between the two the results get their place: should the second fail, the
  // same run can be made again.
  void write_kept(const DecidedCorpus& pages);
  // Throws what IndexWriter::commit() throws, Error{committed} among it.
  void commit();

  // The originals of revisits that stand in the index; nothing before add_known_pages() or where
  // the index has yet to begin.
  [[nodiscard]] const KnownOriginals* originals() const noexcept { return originals_.get(); }

  // Of the steps so far. AgainstCounts::removed is for who decides.
  [[nodiscard]] const AgainstCounts& counts() const noexcept { return counts_; }
  // Pages of the run of which not all candidates in the index were asked.
  [[nodiscard]] std::uint64_t truncated() const noexcept { return truncated_; }

 private:
  const AgainstOptions& options_;
  const ReadyProfile& judge_;
  const Policy& policy_;
  Run& run_;
  AgainstCounts counts_;
  std::uint64_t truncated_ = 0;
  std::unique_ptr<IndexWriter> writer_;
  std::unique_ptr<OpenIndex> index_;  // nothing where it has yet to begin
  std::unique_ptr<KnownOriginals> originals_;
  std::optional<Manifest> next_;
};

}  // namespace facsim
