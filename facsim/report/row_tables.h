// SPDX-License-Identifier: Apache-2.0
#pragma once
// duplicates.parquet, reported.parquet and clusters.parquet: the members of the JSON rows (rows.h)
// as columns, with the values that a reader gets from those. `kinds` is a struct; its members are
// null for kinds that did not occur. Also makes the annotations of rows of Parquet copies.

#include <memory>
#include <span>

#include "facsim/files/byte_sink.h"
#include "facsim/model/match.h"
#include "facsim/model/own_words.h"
#include "facsim/model/page_name.h"
#include "facsim/model/summary.h"
#include "facsim/report/annotation.h"
#include "facsim/tables/parquet_table.h"

namespace facsim {

// All calls throw as ParquetTable does.
class DuplicateTable {
 public:
  explicit DuplicateTable(std::unique_ptr<ByteSink> to);
  void add(const PageName& page, const PageName& representative, const Match& match,
           const std::string& revisit_of = {});
  void close() { table_.close(); }

 private:
  ParquetTable table_;
};

class ReportedTable {
 public:
  explicit ReportedTable(std::unique_ptr<ByteSink> to);
  void add(const PageName& page, const PageName& other, const Match& match, const OwnWords& words,
           std::string_view kept_by);
  void close() { table_.close(); }

 private:
  ParquetTable table_;
};

class ClusterTable {
 public:
  explicit ClusterTable(std::unique_ptr<ByteSink> to);
  void add(const PageName& representative, const ClusterCounts& counts);
  void close() { table_.close(); }

 private:
  ParquetTable table_;
};

// The members of an annotation as the values of a struct column.
class AnnotationValues {
 public:
  AnnotationValues();
  ~AnnotationValues();
  AnnotationValues(const AnnotationValues&) = delete;
  AnnotationValues& operator=(const AnnotationValues&) = delete;

  [[nodiscard]] static std::span<const parquet::NewColumn> columns() noexcept;
  // One for each column; they are valid until the next call.
  [[nodiscard]] std::span<const parquet::NewValue> of(const Annotation& said);

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

}  // namespace facsim
