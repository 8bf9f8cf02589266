// SPDX-License-Identifier: Apache-2.0
#pragma once
// The decisions of a run, as tables.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "arrow_out.h"
#include "facsim/dedup_sink.h"
#include "facsim/report/annotation.h"

namespace facsim::python {

// Stores the decisions, and returns them as a dict. Call result() once, with the lock.
class ResultSink : public DedupSink {
 public:
  [[nodiscard]] virtual nanobind::dict result(const Summary& summary) = 0;
};

// The same for annotations only, of the pages that are in a cluster or repeat a part of another:
// "annotations", a list of (row, or file and offset; row of the other page; the JSON of
// report/rows.h). Memory: about 500 bytes for each.
class AnnotationSink final : public ResultSink {
 public:
  explicit AnnotationSink(bool of_files) : of_files_(of_files) {}

  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override;
  void kept(const SinkPage& page) override;
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override;
  void cluster(const SinkPage& representative, const ClusterCounts& counts) override;
  void finish(Summary& summary) override;

  [[nodiscard]] nanobind::dict result(const Summary& summary) override;

 private:
  struct Said {
    PageName page;
    std::uint32_t number = 0;
    std::optional<std::uint32_t> other;
    std::string json;
  };
  void add(const SinkPage& page, const std::optional<std::uint32_t>& other,
           const Annotation& annotation);

  bool of_files_;
  std::vector<Said> said_;
  // Kept pages wait for their cluster, which comes after all pages.
  struct Kept {
    SinkPage page;
    std::optional<std::uint32_t> other;
    Annotation annotation;
  };
  std::unordered_map<std::uint32_t, Kept> waiting_;
};

// Stores the decisions in columns. Pages from memory are named by their row, pages of files by file
// and offset.
class TableSink final : public ResultSink {
 public:
  explicit TableSink(bool of_files);

  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override;
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override;
  void cluster(const SinkPage& representative, const ClusterCounts& counts) override;

  // The tables duplicates, reported and clusters, and the text of the summary.
  [[nodiscard]] nanobind::dict result(const Summary& summary) override;

 private:
  bool of_files_;
  Columns removed_;
  Columns reported_;
  Columns clusters_;
};

}  // namespace facsim::python
