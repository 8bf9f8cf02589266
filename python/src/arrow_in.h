// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns that another Python library owns, read where they lie: whatever has __arrow_c_stream__ or
// __arrow_c_array__ (pyarrow, polars, pandas, DuckDB, datasets), without importing any of them.
//
// Texts: utf8, large_utf8, utf8_view, the same of binary, and dictionaries of these. Values beside
// them (numbers, decimals, booleans, times, UUIDs, bytes of a fixed length) have the texts of
// base/value_text.h. Nothing is copied; what is given out lives as long as the chunk that it came
// from.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.h"

namespace facsim::python {

// What the values of a column are.
enum class ArrowKind {
  nothing,  // nulls alone
  text,
  whole,  // signed; also durations, in their unit
  unsigned_whole,
  real,
  flag,
  decimal,
  time,   // a timestamp
  day,    // a date
  clock,  // a time of day
  uuid,
  bytes,  // of a fixed length
};

// A column of one chunk.
class ArrowColumn {
 public:
  // `rows_at`: where the rows of the chunk begin in it. Throws Error{invalid_argument} that names
  // the column, for a type of lists, structs and the like.
  ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t rows_at,
              const std::string& name);
  // A member of a struct, which is null where the struct is.
  void within(const ArrowArray& parent, std::int64_t rows_at);

  [[nodiscard]] bool is_null(std::int64_t row) const;
  // The text of a row; nothing where it is null. Of a column of texts or of nothing.
  [[nodiscard]] std::optional<std::string_view> text(std::int64_t row) const;
  // A number, a flag, or a time of a row, in seconds; nothing where it is null or not finite. Of a
  // column that has_numbers().
  [[nodiscard]] std::optional<double> number(std::int64_t row) const;
  // A time of a row in whole seconds; a second begins at its whole number, also before 1970.
  [[nodiscard]] std::optional<std::int64_t> seconds(std::int64_t row) const;
  // A whole number of a row, of 64 bits or less, as it lies there; nothing where it is null.
  [[nodiscard]] std::optional<std::int64_t> whole(std::int64_t row) const;
  // Any value as a text, which may be no UTF-8; empty where it is null or not finite.
  [[nodiscard]] std::string label(std::int64_t row) const;

  [[nodiscard]] ArrowKind kind() const noexcept {
    return dictionary_.empty() ? kind_ : dictionary_.front().kind();
  }
  [[nodiscard]] bool is_text() const noexcept;
  [[nodiscard]] bool has_numbers() const noexcept;
  // A fraction of 32 bits or less.
  [[nodiscard]] bool is_single() const noexcept;
  // What it holds, for messages: "numbers".
  [[nodiscard]] std::string words() const;
  // Whether its type has no values but nulls.
  [[nodiscard]] bool is_empty() const noexcept { return kind() == ArrowKind::nothing; }
  // Whether its texts are UTF-8 by their type; those of binary columns are bytes.
  [[nodiscard]] bool is_unicode() const noexcept;

 private:
  struct Parent {
    const ArrowArray* array;
    std::int64_t begin;
  };

  // The row of the dictionary; nothing where there is none.
  [[nodiscard]] std::optional<std::int64_t> entry(std::int64_t row) const;
  [[nodiscard]] std::string_view plain_text(std::int64_t at) const;
  [[nodiscard]] std::string_view fixed_bytes(std::int64_t at) const;
  [[nodiscard]] double real_at(std::int64_t at) const;
  [[nodiscard]] std::string decimal_at(std::int64_t at) const;
  [[nodiscard]] std::int64_t whole_at(std::int64_t at) const;

  std::string format_;
  ArrowKind kind_ = ArrowKind::nothing;
  const ArrowArray* array_ = nullptr;
  std::int64_t begin_ = 0;
  std::int64_t per_second_ = 1;  // units of a time
  bool is_utc_ = false;
  int scale_ = 0;          // of decimals
  std::size_t width_ = 0;  // of decimals and of bytes of a fixed length
  std::vector<Parent> parents_;
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
  // A table's column by its name; nothing where there is none. A dot leads into a struct: the whole
  // name first, then the longest part of it before a dot. Of columns with one name the last counts.
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
  // Of a table: whether column() finds the name.
  [[nodiscard]] bool has(const std::string& name) const;
  // Of a table, for messages: with commas, those of structs by their members.
  [[nodiscard]] std::string names() const;

 private:
  nanobind::object capsule_;  // the owner of the stream or the array
  ArrowArrayStream* stream_ = nullptr;
  ArrowSchema own_schema_{};
  ArrowSchema* schema_ = nullptr;
  std::optional<ArrowArray> single_;
};

}  // namespace facsim::python
