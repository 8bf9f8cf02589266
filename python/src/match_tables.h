// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run decided, as tables.

#include <nanobind/nanobind.h>

#include "arrow_out.h"
#include "facsim/dedup_sink.h"

namespace facsim::python {

// Keeps what was decided, in columns. Pages from memory are named by their row, pages of files by
// file and offset.
class TableSink final : public DedupSink {
 public:
  explicit TableSink(bool of_files);

  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override;
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override;
  void cluster(const SinkPage& representative, const ClusterCounts& counts) override;

  // The tables duplicates, reported and clusters, and the text of the summary. Once; with the lock.
  [[nodiscard]] nanobind::dict result(const Summary& summary);

 private:
  bool of_files_;
  Columns removed_;
  Columns reported_;
  Columns clusters_;
};

}  // namespace facsim::python
