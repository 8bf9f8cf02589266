// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a few columns of a file row by row; pages of columns are unpacked when they are reached.
//
// Memory: for each wanted column a page with its dictionary, and a buffer of kStreamBytes.

#include <parquet/api/reader.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

inline constexpr std::int64_t kStreamBytes = 256 << 10;

// Reads one leaf row by row.
class Cursor {
 public:
  virtual ~Cursor() = default;
  // Throws ::parquet::ParquetException at the end of the column.
  virtual void next(Cell& cell) = 0;
  [[nodiscard]] virtual bool has_more() = 0;
};

class RowReader {
 public:
  // `leaves` has a number for each cell of a row; -1 leaves the cell absent.
  RowReader(::parquet::ParquetFileReader& file, std::vector<int> leaves);

  // Returns false at the end. Throws ::parquet::ParquetException.
  [[nodiscard]] bool next(std::span<Cell> cells);
  [[nodiscard]] std::uint64_t position() const;

 private:
  void begin_group();
  void end_group();

  ::parquet::ParquetFileReader& file_;
  std::vector<int> leaves_;
  std::vector<int> wanted_;             // leaves_ without repetitions
  std::vector<std::size_t> cursor_of_;  // for each cell its cursor, or none
  std::vector<std::unique_ptr<Cursor>> cursors_;
  std::shared_ptr<::parquet::RowGroupReader> group_reader_;
  int group_ = -1;
  std::int64_t row_ = 0;
  std::int64_t rows_ = 0;
  std::uint64_t before_ = 0;  // bytes of the groups before this one
  std::uint64_t bytes_ = 0;   // bytes of this group
};

}  // namespace facsim::parquet
