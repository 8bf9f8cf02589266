// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a table of the program's own columns.
//
// Memory: a page and a dictionary of kPageBytes for each column, and the packed pages of a row
// group, about 5 MB for rows of results.

#include <parquet/api/writer.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "facsim/tables/parquet_plugin.h"
#include "plugins/parquet/guard.h"
#include "plugins/parquet/streams.h"

namespace facsim::parquet {

class TableWriter final : public NewTable {
 public:
  TableWriter(std::span<const NewColumn> columns, Sink& to) noexcept;
  ~TableWriter() override;

  [[nodiscard]] Why why() const noexcept override { return guard_.why(); }
  [[nodiscard]] bool add(std::span<const NewValue> row) noexcept override;
  [[nodiscard]] bool finish() noexcept override;

 private:
  Guard guard_;
  std::vector<NewColumn::Kind> kinds_;
  std::unique_ptr<::parquet::ParquetFileWriter> writer_;
  ::parquet::RowGroupWriter* group_ = nullptr;
  std::int64_t rows_ = 0;  // in the group
};

}  // namespace facsim::parquet
