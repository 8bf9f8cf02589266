// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values of one column that belong to kept rows.

#include <parquet/api/reader.h>
#include <parquet/api/writer.h>

#include <cstdint>
#include <span>

namespace facsim::parquet {

// True if row r is kept: bit r % 64 of kept[r / 64].
[[nodiscard]] inline bool is_kept(std::span<const std::uint64_t> kept, std::uint64_t row) {
  return row / 64 < kept.size() && (kept[row / 64] >> (row % 64) & 1U) != 0;
}

// Copies the kept ones of `rows` rows, beginning with row `first_row`. Throws if the chunk has
// another number of rows. `values_max` is the number of values copied at once.
void copy_column(::parquet::ColumnReader& from, ::parquet::ColumnWriter& to,
                 std::span<const std::uint64_t> kept, std::uint64_t first_row, std::uint64_t rows,
                 std::int64_t values_max);

}  // namespace facsim::parquet
