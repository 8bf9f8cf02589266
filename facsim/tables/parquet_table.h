// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table in a Parquet file, written row by row through the plug-in (parquet_plugin.h).
//
// Memory: about 128 KB a column, plus the packed rows of a group of 64 Ki rows. One thread at a
// time.

#include <memory>
#include <span>

#include "facsim/files/byte_sink.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// Call early if a table will be written later. Throws Error{unsupported} if no plug-in can be
// loaded, or if it cannot write tables.
void require_parquet_tables();

class ParquetTable {
 public:
  // Throws as require_parquet_tables(). All calls pass on what the sink throws.
  ParquetTable(std::span<const parquet::NewColumn> columns, std::unique_ptr<ByteSink> to);
  ~ParquetTable();
  ParquetTable(const ParquetTable&) = delete;
  ParquetTable& operator=(const ParquetTable&) = delete;

  // One value for each column.
  void add(std::span<const parquet::NewValue> row);
  // A file that was not closed is truncated.
  void close();

 private:
  class Sink;

  void check(bool is_good) const;

  const parquet::Entry& entry_;
  std::unique_ptr<ByteSink> to_;
  std::unique_ptr<Sink> sink_;
  parquet::NewTable* table_ = nullptr;
};

}  // namespace facsim
