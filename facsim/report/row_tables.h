// SPDX-License-Identifier: Apache-2.0
#pragma once
// duplicates.parquet and clusters.parquet: the members of the JSON rows (rows.h) as columns, with
// the values that a reader gets of those. `kinds` is a struct, whose members are null for kinds
// that did not occur.

#include <memory>

#include "facsim/files/byte_sink.h"
#include "facsim/files/parquet_table.h"
#include "facsim/model/match.h"
#include "facsim/model/page_name.h"
#include "facsim/model/summary.h"

namespace facsim {

// All calls throw as ParquetTable.
class DuplicateTable {
 public:
  explicit DuplicateTable(std::unique_ptr<ByteSink> to);
  void add(const PageName& page, const PageName& representative, const Match& match,
           const std::string& revisit_of = {});
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

}  // namespace facsim
