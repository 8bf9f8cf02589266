// SPDX-License-Identifier: Apache-2.0
#pragma once
// Serializes the wanted cells of a Parquet row as bytes of a record: one thread reads rows, many
// threads decode them.
//
// For each wanted name in order: one byte for the kind of cell, eight bytes for its number, eight
// for the length of its text, and the text. The bytes never leave the process, so they have no
// version.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/read_options.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// The places of the cells in a row; the keep fields and then the extra fields follow in their
// order.
enum ParquetPlace : std::size_t {
  kTextCell,
  kHtmlCell,
  kIdCell,
  kUrlCell,
  kTimeCell,
  kStatusCell,
  kCountCell,
  kFixedCells
};
[[nodiscard]] std::vector<std::string> wanted_columns(const ReadOptions& options);

// The total size of texts that may be a page.
[[nodiscard]] std::size_t text_bytes_of(std::span<const parquet::Cell> cells) noexcept;
void append_cells(std::span<const parquet::Cell> cells, std::string& bytes);
// The inverse of append_cells(); texts are views into `bytes`. Fills all of `cells`.
void read_cells(std::string_view bytes, std::span<parquet::Cell> cells);

}  // namespace facsim
