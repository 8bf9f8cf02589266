// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a file, of a few columns: pages of columns are unpacked as their turn comes.
//
// Memory: of each wanted column a page with its dictionary, and a buffer of kStreamBytes.

#include <parquet/api/reader.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

inline constexpr std::int64_t kStreamBytes = 256 << 10;

// What one leaf says, row by row.
class Cursor {
 public:
  virtual ~Cursor() = default;
  // Throws ::parquet::ParquetException where the column has no more.
  virtual void next(Cell& cell) = 0;
  [[nodiscard]] virtual bool has_more() = 0;
};

class RowReader {
 public:
  // `leaves` has a number for each cell of a row, -1 where it stays absent.
  RowReader(::parquet::ParquetFileReader& file, std::vector<int> leaves);

  // False at the end. Throws ::parquet::ParquetException.
  [[nodiscard]] bool next(std::span<Cell> cells);
  [[nodiscard]] std::uint64_t position() const;

 private:
  void begin_group();
  void end_group();

  ::parquet::ParquetFileReader& file_;
  std::vector<int> leaves_;
  std::vector<int> wanted_;             // of leaves_, each once
  std::vector<std::size_t> cursor_of_;  // of each cell, or none
  std::vector<std::unique_ptr<Cursor>> cursors_;
  std::shared_ptr<::parquet::RowGroupReader> group_reader_;
  int group_ = -1;
  std::int64_t row_ = 0;
  std::int64_t rows_ = 0;
  std::uint64_t before_ = 0;  // bytes of the groups before this one
  std::uint64_t bytes_ = 0;   // of this group
};

}  // namespace facsim::parquet
