// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which column has this name, and what may it be used for?

#include <parquet/schema.h>

#include <optional>
#include <string>
#include <string_view>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

struct FoundColumn {
  ColumnUse use = ColumnUse::none;
  int leaf = -1;  // with use text and value: its number among the leaves
};

// As a JSON field is found: the whole name first, then the longest part of it before a dot. Of
// columns with one name the last counts.
[[nodiscard]] FoundColumn find_column(const ::parquet::SchemaDescriptor& schema,
                                      std::string_view name);

// With commas; of many or long ones the first.
[[nodiscard]] std::string names_of_columns(const ::parquet::SchemaDescriptor& schema);

}  // namespace facsim::parquet
