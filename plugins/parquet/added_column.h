// SPDX-License-Identifier: Apache-2.0
#pragma once
// The struct column that annotating adds to a file.

#include <arrow/util/key_value_metadata.h>
#include <parquet/api/writer.h>
#include <parquet/schema.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

// The column in a Parquet schema: an optional struct of optional members.
[[nodiscard]] ::parquet::schema::NodePtr node_of(Annotator& annotator);

// The key-value metadata of a file whose schema now has the column. Arrow's own schema in it gets
// the column, and Spark's, which would hide it, is removed.
[[nodiscard]] std::shared_ptr<const arrow::KeyValueMetadata> with_added_column(
    const std::shared_ptr<const arrow::KeyValueMetadata>& metadata, Annotator& annotator);

// Writes rows into the leaves of node_of() through `writers`.
class AddedColumn {
 public:
  AddedColumn(Annotator& annotator, std::vector<::parquet::ColumnWriter*> writers);

  // Throws ::parquet::ParquetException, also if the annotator fails.
  void write(std::uint64_t row);

 private:
  Annotator& annotator_;
  std::vector<::parquet::ColumnWriter*> writers_;
  std::vector<NewValue> values_;
};

}  // namespace facsim::parquet
