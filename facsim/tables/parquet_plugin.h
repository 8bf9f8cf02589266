// SPDX-License-Identifier: Apache-2.0
#pragma once
// The interface between the program and its plug-in for Parquet.
//
// Arrow has no stable binary interface and is not available everywhere, so the program does not
// link it: a shared library (plugins/parquet) is loaded for the first Parquet file. No type of
// Arrow and no exception crosses this interface in either direction: a call reports failure by its
// result, and why() returns a code and a sentence. Views are valid until the next call of the same
// object. A file and everything obtained from it belong to one thread.
//
// Both sides come from one build; kVersion detects a plug-in of another version of the program.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace facsim::parquet {

inline constexpr int kVersion = 3;

// Bytes of the input, provided by the program.
class Source {
 public:
  virtual ~Source() = default;
  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;
  // Returns how many bytes were read at `offset`; fewer than requested only at the end of the file.
  // -1: a system error, which the program has recorded.
  [[nodiscard]] virtual std::int64_t read_at(std::uint64_t offset,
                                             std::span<char> into) noexcept = 0;
};

// Bytes of the output, received by the program. False: stop; the program has the reason.
class Sink {
 public:
  virtual ~Sink() = default;
  [[nodiscard]] virtual bool write(std::string_view bytes) noexcept = 0;
};

enum class Problem {
  none,
  damaged,      // violates the format
  unsupported,  // encrypted, or an encoding or compression that Arrow does not support
  lender,       // a Source, Sink or Annotator has failed
  no_memory,
  other,  // an internal error of the reader
};
struct Why {
  Problem problem = Problem::none;
  std::string_view text;  // Arrow's message, for people
};

// The value of a row in one column.
struct Cell {
  enum class Kind : std::uint8_t {
    absent,
    null,
    text,
    whole,
    large,
    real,
    time,
    other,
    single,   // a fraction of 32 bits or less: its digits are fewer than those of the same `real`
    flag,     // true or false
    decimal,  // a number that only `text` holds completely
    label,    // neither a number nor text that a page could be: a UUID, a time of day, bytes
  };
  Kind kind = Kind::absent;
  // text: bytes as stored, UTF-8 or not. time, decimal, label: the text that base/value_text.h
  // makes of the value; that of a label may not be UTF-8.
  std::string_view text;
  std::int64_t whole = 0;   // whole; flag; time: seconds since 1970
  std::uint64_t large = 0;  // large: a whole number too large for `whole`
  double real = 0;          // real, single
};

// The ways in which a column may be used.
enum class ColumnUse : std::uint8_t {
  none,   // no such column
  text,   // strings or bytes
  value,  // numbers, dates, times, decimals, booleans, UUIDs, bytes of a fixed length
  other,  // a list, a struct, a map, or any other type
};

// A column that the program adds: a member of the struct that a copy gets, or a column of a table.
// All are nullable.
struct NewColumn {
  enum class Kind : std::uint8_t { text, whole, flag, real, reals, texts };
  std::string_view name;
  Kind kind = Kind::text;
};
struct NewValue {
  bool is_null = true;
  std::string_view text;
  std::int64_t whole = 0;  // whole, flag
  double real = 0;
  std::span<const double> reals;
  std::span<const std::string_view> texts;  // views without data are null
};

// Provides the values to write beside each row.
class Annotator {
 public:
  virtual ~Annotator() = default;
  [[nodiscard]] virtual std::string_view column() const noexcept = 0;
  [[nodiscard]] virtual std::span<const NewColumn> members() const noexcept = 0;
  // Called for the rows in ascending order, once each. `values` has one for each member. False:
  // stop.
  [[nodiscard]] virtual bool annotate(std::uint64_t row, std::span<NewValue> values) noexcept = 0;
};

// A table that the program writes, row by row.
class NewTable {
 public:
  virtual ~NewTable() = default;
  [[nodiscard]] virtual Why why() const noexcept = 0;
  // One value for each column. False: why() has a problem.
  [[nodiscard]] virtual bool add(std::span<const NewValue> row) noexcept = 0;
  // Writes what is still buffered, and the footer. No row may be added afterwards.
  [[nodiscard]] virtual bool finish() noexcept = 0;
};

// An open file.
class File {
 public:
  virtual ~File() = default;
  [[nodiscard]] virtual Why why() const noexcept = 0;

  [[nodiscard]] virtual std::uint64_t rows() const noexcept = 0;
  // The names of the columns, separated by commas; only the first if they are many or long. A
  // struct is listed by its members.
  [[nodiscard]] virtual std::string_view column_names() noexcept = 0;
  // A dot in `name` leads into a struct, as into a JSON object.
  [[nodiscard]] virtual ColumnUse use_of(std::string_view name) noexcept = 0;

  // Begins to read the columns with these names, and no others.
  [[nodiscard]] virtual bool begin_rows(std::span<const std::string_view> names) noexcept = 0;
  // Fills one cell for each name. False at the end, or if why() has a problem.
  [[nodiscard]] virtual bool next_row(std::span<Cell> cells) noexcept = 0;
  // Approximately how many bytes of the file the rows so far occupy.
  [[nodiscard]] virtual std::uint64_t position() const noexcept = 0;

  // Writes the file without some of its rows. Bit r % 64 of kept[r / 64] is set if row r is kept.
  // With `annotator` the copy has one more column, which replaces an existing one of that name.
  [[nodiscard]] virtual bool copy(std::span<const std::uint64_t> kept, Sink& to,
                                  Annotator* annotator) noexcept = 0;
};

// The object that the shared library exports under the name kEntryName.
struct Entry {
  int version = kVersion;
  const char* arrow_version = nullptr;
  // Null: not enough memory. If the file could not be opened, why() has the reason, and no other
  // call is allowed. `source` must live as long as the file.
  File* (*open)(Source& source) noexcept = nullptr;
  void (*close)(File* file) noexcept = nullptr;
  // A dot in a name leads into a struct; members of one struct are adjacent. Null: not enough
  // memory. If the table could not be begun, why() has the reason. `to` must live as long as the
  // table; `columns` are copied. Both functions are null if the entry can only read.
  NewTable* (*begin_table)(std::span<const NewColumn> columns, Sink& to) noexcept = nullptr;
  void (*end_table)(NewTable* table) noexcept = nullptr;
};
inline constexpr const char* kEntryName = "facsim_parquet_entry";

}  // namespace facsim::parquet
