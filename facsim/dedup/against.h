// SPDX-License-Identifier: Apache-2.0
#pragma once
// A run against an index: pages already in the index count as kept before any page of the run.
//
// The pages of the index that some page of the run might repeat are appended to the corpus after
// its own pages, and come first in the leader rule. So daily runs keep what one run in the order of
// the days would keep, as far as the same pairs verify: pages of the index are compared by their
// sketches, and by their texts if the sketches leave a doubt and the texts are still available.

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
  // lock, and creates the index if there is none. All arguments must outlive this. Throws
  // Error{invalid_argument} for an index of another recipe or without pages, {busy} if another
  // writer holds the lock for longer than options.wait, {not_found, io, damaged, cancelled}.
  Against(const AgainstOptions& options, const ReadyProfile& judge, const Policy& policy, Run& run);

  // True if the index already has exactly these inputs: their pages would repeat themselves.
  [[nodiscard]] bool has_inputs(const Corpus& corpus) const;
  void warn_of_old_inputs() const;
  // Adds the known pages to `corpus`, which was read with the options `read`.
  void add_known_pages(Corpus& corpus, const ReadOptions& read);

  // With options.update: write_kept() writes the kept pages into a segment that is not visible yet,
  // and commit() makes it part of the index. Between the two the results are put in place: if
  // commit() fails, the same run can be repeated.
  void write_kept(const DecidedCorpus& pages);
  // Throws what IndexWriter::commit() throws, including Error{committed}.
  void commit();

  // The originals of revisits that are in the index; null before add_known_pages() or if the index
  // does not exist yet.
  [[nodiscard]] const KnownOriginals* originals() const noexcept { return originals_.get(); }

  // Counts of the steps so far. The caller that decides sets AgainstCounts::removed.
  [[nodiscard]] const AgainstCounts& counts() const noexcept { return counts_; }
  // Pages of the run for which not all candidates in the index were considered.
  [[nodiscard]] std::uint64_t truncated() const noexcept { return truncated_; }

 private:
  const AgainstOptions& options_;
  const ReadyProfile& judge_;
  const Policy& policy_;
  Run& run_;
  AgainstCounts counts_;
  std::uint64_t truncated_ = 0;
  std::unique_ptr<IndexWriter> writer_;
  std::unique_ptr<OpenIndex> index_;  // null if the index does not exist yet
  std::unique_ptr<KnownOriginals> originals_;
  std::optional<Manifest> next_;
};

}  // namespace facsim
