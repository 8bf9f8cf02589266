// SPDX-License-Identifier: Apache-2.0
#pragma once
// The result of a run as files: rows of what went and why, and the inputs without it.

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

// Writes into a folder that is there and that nobody looks at yet; summary.json is for the owner of
// the folder to write, when finish() has said what else there is. Throws Error{no_space, io}.
class FolderSink final : public DedupSink {
 public:
  // `read` must outlive this: annotate reads the records again.
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

  // Between the last revisit and the first skipped record: writes the copies of the inputs, which
  // need every record and what became of it.
  void copy_inputs(const DecidedCorpus& pages, Run& run);

  // The names of what was written, relative to the folder; linked pages are in Summary::linked.
  [[nodiscard]] const std::vector<std::string>& written() const noexcept { return written_; }
  // Somebody else writes matches.facsim into the folder.
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
  std::unique_ptr<DuplicateTable> duplicates_table_;  // where they are asked for
  std::unique_ptr<ReportedTable> reported_table_;
  std::unique_ptr<ClusterTable> clusters_table_;
  std::unique_ptr<ByteSink> revisits_;
  std::unique_ptr<ByteSink> skipped_;
};

}  // namespace facsim
