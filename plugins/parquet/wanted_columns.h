// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds a column by name, and its possible uses.

#include <parquet/schema.h>

#include <optional>
#include <string>
#include <string_view>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

struct FoundColumn {
  ColumnUse use = ColumnUse::none;
  int leaf = -1;  // for the uses text and value: its number among the leaves
};

// The lookup follows the rule for JSON fields: the whole name first, then the longest part of it
// before a dot. If several columns have one name, the last is used.
[[nodiscard]] FoundColumn find_column(const ::parquet::SchemaDescriptor& schema,
                                      std::string_view name);

// The names, separated by commas; shortened if they are many or long.
[[nodiscard]] std::string names_of_columns(const ::parquet::SchemaDescriptor& schema);

}  // namespace facsim::parquet
