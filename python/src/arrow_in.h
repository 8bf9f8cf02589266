// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns that another Python library owns, read where they lie: whatever has __arrow_c_stream__ or
// __arrow_c_array__ (pyarrow, polars, pandas, DuckDB, datasets), without importing any of them.
//
// Texts: utf8, large_utf8, utf8_view, the same of binary, and dictionaries of these. Nothing is
// copied; what is given out lives as long as the chunk that it came from.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.h"

namespace facsim::python {

// A column of one chunk.
class ArrowColumn {
 public:
  // `rows_at`: where the rows of the chunk begin in it. `parent` may hold nulls of its own.
  // Throws Error{invalid_argument} that names the column, for a type that holds no texts.
  ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t rows_at,
              const std::string& name);

  // The text of a row; nothing where it is null. Of a column that is no number.
  [[nodiscard]] std::optional<std::string_view> text(std::int64_t row) const;
  // A whole number, a fraction or a time of a row, in seconds; nothing where it is null.
  [[nodiscard]] std::optional<double> number(std::int64_t row) const;
  // A whole number of a row, of 64 bits or less, as it lies there; nothing where it is null.
  [[nodiscard]] std::optional<std::int64_t> whole(std::int64_t row) const;
  // A text, or a number as a text; empty where it is null.
  [[nodiscard]] std::string label(std::int64_t row) const;
  [[nodiscard]] bool is_number() const noexcept { return is_number_; }
  // Whether its type has no values but nulls.
  [[nodiscard]] bool is_empty() const noexcept { return format_ == "n"; }
  // Whether its texts are UTF-8 by their type; those of binary columns are bytes.
  [[nodiscard]] bool is_unicode() const noexcept;

 private:
  [[nodiscard]] std::optional<std::string_view> plain_text(std::int64_t at) const;

  std::string format_;
  const ArrowArray* array_ = nullptr;
  std::int64_t begin_ = 0;
  bool is_number_ = false;
  double unit_ = 1;                      // seconds of a time
  std::vector<ArrowColumn> dictionary_;  // one or none
};

// One chunk: a column, or a table's columns.
class ArrowChunk {
 public:
  ArrowChunk(const ArrowSchema& schema, ArrowArray array);
  ~ArrowChunk();
  ArrowChunk(ArrowChunk&& other) noexcept;
  ArrowChunk& operator=(ArrowChunk&&) = delete;
  ArrowChunk(const ArrowChunk&) = delete;
  ArrowChunk& operator=(const ArrowChunk&) = delete;

  [[nodiscard]] std::int64_t rows() const noexcept { return array_.length; }
  // The chunk as one column.
  [[nodiscard]] ArrowColumn itself() const;
  // A table's column by its name; nothing where there is none.
  [[nodiscard]] std::optional<ArrowColumn> column(const std::string& name) const;

 private:
  const ArrowSchema* schema_;
  ArrowArray array_;
};

// The chunks of a stream, or the one of an array.
class ArrowReader {
 public:
  // Whether this has one of the two methods.
  [[nodiscard]] static bool can_read(nanobind::handle data);
  // Throws Error{invalid_argument}, and what the methods raise.
  explicit ArrowReader(nanobind::handle data);
  ~ArrowReader();
  ArrowReader(const ArrowReader&) = delete;
  ArrowReader& operator=(const ArrowReader&) = delete;

  // Nothing at the end. Called with the interpreter's lock, without which the stream works: it may
  // wait for threads of its own that need the lock.
  [[nodiscard]] std::optional<ArrowChunk> next();
  [[nodiscard]] bool is_table() const;
  // Of a table.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  nanobind::object capsule_;  // the owner of the stream or the array
  ArrowArrayStream* stream_ = nullptr;
  ArrowSchema own_schema_{};
  ArrowSchema* schema_ = nullptr;
  std::optional<ArrowArray> single_;
};

}  // namespace facsim::python
