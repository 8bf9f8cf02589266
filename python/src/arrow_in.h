// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads columns that another Python library owns, without a copy. Accepts every object with
// __arrow_c_stream__ or __arrow_c_array__ (pyarrow, polars, pandas, DuckDB, datasets) and imports
// none of these libraries.
//
// Texts are utf8, large_utf8, utf8_view, the corresponding binary types, and dictionaries of these.
// Other values (numbers, decimals, booleans, times, UUIDs, bytes of a fixed length) become text by
// the rules of base/value_text.h. Results are valid as long as the chunk that they came from.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.h"

namespace facsim::python {

// The type of a column's values.
enum class ArrowKind {
  nothing,  // only nulls
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
  // `rows_at` is the offset of the chunk's rows in the array. Throws Error{invalid_argument} that
  // names the column for lists, structs and similar types.
  ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t rows_at,
              const std::string& name);
  // Call this for each struct around the column: its rows are null where the struct is null.
  void within(const ArrowArray& parent, std::int64_t rows_at);

  [[nodiscard]] bool is_null(std::int64_t row) const;
  // The text of a row; nothing if it is null. Only for columns of texts or of nulls.
  [[nodiscard]] std::optional<std::string_view> text(std::int64_t row) const;
  // A row's number, flag, or time in seconds; nothing if it is null or not finite. Only for columns
  // that has_numbers().
  [[nodiscard]] std::optional<double> number(std::int64_t row) const;
  // A row's time in whole seconds, rounded down, also before 1970.
  [[nodiscard]] std::optional<std::int64_t> seconds(std::int64_t row) const;
  // A row's whole number of at most 64 bits, with its stored bits; nothing if it is null.
  [[nodiscard]] std::optional<std::int64_t> whole(std::int64_t row) const;
  // Any value as a text, possibly not UTF-8; empty if it is null or not finite.
  [[nodiscard]] std::string label(std::int64_t row) const;

  [[nodiscard]] ArrowKind kind() const noexcept {
    return dictionary_.empty() ? kind_ : dictionary_.front().kind();
  }
  [[nodiscard]] bool is_text() const noexcept;
  [[nodiscard]] bool has_numbers() const noexcept;
  // True for a floating-point number of 32 bits or less.
  [[nodiscard]] bool is_single() const noexcept;
  // The type of the values for messages: "numbers".
  [[nodiscard]] std::string words() const;
  // True if the type has no values but nulls.
  [[nodiscard]] bool is_empty() const noexcept { return kind() == ArrowKind::nothing; }
  // True if the type of the texts is UTF-8; binary columns contain bytes.
  [[nodiscard]] bool is_unicode() const noexcept;

 private:
  struct Parent {
    const ArrowArray* array;
    std::int64_t begin;
  };

  // The row's index in the dictionary, which must exist; nothing if the row is null.
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
  std::size_t width_ = 0;  // of decimals, and of bytes of a fixed length
  std::vector<Parent> parents_;
  std::vector<ArrowColumn> dictionary_;  // one or none
};

// One chunk: a single column, or the columns of a table.
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
  // A table's column by name; nothing if it does not exist. A dot leads into a struct: the whole
  // name is tried first, then its longest part before a dot. If several columns have the name, the
  // last one is used.
  [[nodiscard]] std::optional<ArrowColumn> column(const std::string& name) const;

 private:
  const ArrowSchema* schema_;
  ArrowArray array_;
};

// The chunks of a stream, or the single chunk of an array.
class ArrowReader {
 public:
  // True if the object has one of the two methods.
  [[nodiscard]] static bool can_read(nanobind::handle data);
  // Throws Error{invalid_argument}, and what the methods raise.
  explicit ArrowReader(nanobind::handle data);
  ~ArrowReader();
  ArrowReader(const ArrowReader&) = delete;
  ArrowReader& operator=(const ArrowReader&) = delete;

  // The next chunk; nothing at the end. Call it with the interpreter's lock. The stream runs
  // without the lock, since it may wait for threads of its own that need it.
  [[nodiscard]] std::optional<ArrowChunk> next();
  [[nodiscard]] bool is_table() const;
  // For a table: true if column() finds the name.
  [[nodiscard]] bool has(const std::string& name) const;
  // For a table: the column names for messages, separated by commas; structs are listed by their
  // members.
  [[nodiscard]] std::string names() const;

 private:
  nanobind::object capsule_;  // the owner of the stream or the array
  ArrowArrayStream* stream_ = nullptr;
  ArrowSchema own_schema_{};
  ArrowSchema* schema_ = nullptr;
  std::optional<ArrowArray> single_;
};

}  // namespace facsim::python
