// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wanted cells of a Parquet row as bytes of a record: one thread reads rows, many take them
// apart.
//
// Of each wanted name in order: a byte for the kind of cell, eight bytes for its number, eight for
// the length of its text, and the text. They never leave the process, so they have no version.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/read_options.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

// Where in a row stands what; behind these the keep fields and the extra fields in their order.
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

// What the texts take that a page could be.
[[nodiscard]] std::size_t text_bytes_of(std::span<const parquet::Cell> cells) noexcept;
void append_cells(std::span<const parquet::Cell> cells, std::string& bytes);
// The inverse; texts are views into `bytes`. One cell for each of `cells`.
void read_cells(std::string_view bytes, std::span<parquet::Cell> cells);

}  // namespace facsim
