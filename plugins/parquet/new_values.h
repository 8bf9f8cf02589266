// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns that the program creates: their nodes in a schema, and their values one by one.

#include <parquet/api/writer.h>
#include <parquet/schema.h>

#include <cstdint>
#include <string_view>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

// The number of optional structs around a column.
inline constexpr std::int16_t kOutside = 0;
inline constexpr std::int16_t kInOptionalStruct = 1;

// An optional column.
[[nodiscard]] ::parquet::schema::NodePtr node_of(std::string_view column, NewColumn::Kind kind);

// Writes one value into the leaf of such a column. Throws ::parquet::ParquetException.
void write_value(::parquet::ColumnWriter& writer, NewColumn::Kind kind, const NewValue& value,
                 std::int16_t structs);

}  // namespace facsim::parquet
