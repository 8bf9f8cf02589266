// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes the result of a run as files: rows of the removed pages with reasons, and the inputs
// without these pages.

#include <memory>
#include <string>
#include <vector>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup_sink.h"
#include "facsim/files/byte_sink.h"
#include "facsim/folder_options.h"
#include "facsim/input/record_reader.h"
#include "facsim/report/row_tables.h"
#include "facsim/run/run.h"

namespace facsim {

enum class Copying {
  everything,
  rows_only,  // no file of the input is opened
};

// Writes into an existing folder that is not visible to readers yet. The owner of the folder writes
// summary.json, after finish() has added its part to the summary. Throws Error{no_space, io}.
class FolderSink final : public DedupSink {
 public:
  // `read` must outlive this: annotating reads the records again.
  FolderSink(std::string folder, const FolderOptions& options, const ReadOptions& read,
             Copying copying = Copying::everything);

  void begin() override;
  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override;
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override;
  void cluster(const SinkPage& representative, const ClusterCounts& counts) override;
  void revisit(const PageName& revisit, const PageName& original,
               const PageName& representative) override;
  void skipped(const std::string& file, std::uint64_t offset, std::uint64_t bytes,
               Skip reason) override;
  void finish(Summary& summary) override;

  // Call between the last revisit and the first skipped record: writes the copies of the inputs,
  // which need every record and the decision on it.
  void copy_inputs(const DecidedCorpus& pages, Run& run);

  // The names of the written files, relative to the folder; linked pages are in Summary::linked.
  [[nodiscard]] const std::vector<std::string>& written() const noexcept { return written_; }
  // Call if the caller writes matches.facsim into the folder.
  void expect_matches() { has_matches_ = true; }

 private:
  std::unique_ptr<ByteSink> create(const char* name);
  void close_rows();

  std::string folder_;
  FolderOptions options_;
  const ReadOptions& read_;
  Copying copying_;
  std::vector<std::string> written_;
  std::vector<std::string> linked_;
  bool has_matches_ = false;
  std::unique_ptr<ByteSink> duplicates_;
  std::unique_ptr<ByteSink> reported_;
  std::unique_ptr<ByteSink> clusters_;
  std::unique_ptr<DuplicateTable> duplicates_table_;  // null unless tables are requested
  std::unique_ptr<ReportedTable> reported_table_;
  std::unique_ptr<ClusterTable> clusters_table_;
  std::unique_ptr<ByteSink> revisits_;
  std::unique_ptr<ByteSink> skipped_;
};

}  // namespace facsim
