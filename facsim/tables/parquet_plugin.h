// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the program and its plug-in for Parquet say to each other.
//
// Arrow has no stable binary interface and is not to be had everywhere, so the program links
// nothing of it: a shared library (plugins/parquet) is loaded when a Parquet file is met. Nothing
// of Arrow and no exception crosses this border, in neither direction: a call that fails says so,
// and why() has a code and a sentence. Views live until the next call of the same object. A file
// and all that comes of it belong to one thread.
//
// Both sides are built by one build; kVersion tells a plug-in of another program.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace facsim::parquet {

inline constexpr int kVersion = 3;

// Bytes of the input, lent by the program.
class Source {
 public:
  virtual ~Source() = default;
  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;
  // How many bytes there were at `offset`; fewer than asked for only where the file ends. -1: the
  // system refuses, and the program knows why.
  [[nodiscard]] virtual std::int64_t read_at(std::uint64_t offset,
                                             std::span<char> into) noexcept = 0;
};

// Bytes of the output, taken by the program. False: stop, the program knows why.
class Sink {
 public:
  virtual ~Sink() = default;
  [[nodiscard]] virtual bool write(std::string_view bytes) noexcept = 0;
};

enum class Problem {
  none,
  damaged,      // not as the format wants it
  unsupported,  // encrypted, of an encoding or compression that Arrow does not know
  lender,       // a Source, Sink or Annotator has failed
  no_memory,
  other,  // a fault of the reader
};
struct Why {
  Problem problem = Problem::none;
  std::string_view text;  // what Arrow says, for people
};

// What stands in a row under a name.
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
    decimal,  // a number that only its text has whole
    label,    // no text that a page could be, and no number: a UUID, a time of day, bytes
  };
  Kind kind = Kind::absent;
  // text: bytes as they are, UTF-8 or not. time, decimal, label: what base/value_text.h makes of
  // the value; of a label the bytes may be no UTF-8.
  std::string_view text;
  std::int64_t whole = 0;   // whole; flag; time: seconds since 1970
  std::uint64_t large = 0;  // large: a whole number above those of `whole`
  double real = 0;          // real, single
};

// What a column may be used for.
enum class ColumnUse : std::uint8_t {
  none,   // there is no such column
  text,   // strings or bytes
  value,  // numbers, dates, times, decimals, booleans, UUIDs, bytes of a fixed length
  other,  // a list, a struct, a map, or a type that is nothing of the above
};

// A column that the program makes: a member of the struct that a copy gets, or a column of a table.
// Any may be null.
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
  std::span<const std::string_view> texts;  // those without data are null
};

// Says what to write beside each row.
class Annotator {
 public:
  virtual ~Annotator() = default;
  [[nodiscard]] virtual std::string_view column() const noexcept = 0;
  [[nodiscard]] virtual std::span<const NewColumn> members() const noexcept = 0;
  // Of the rows in ascending order, each once. `values` has one for each member. False: stop.
  [[nodiscard]] virtual bool annotate(std::uint64_t row, std::span<NewValue> values) noexcept = 0;
};

// A table that the program writes, row by row.
class NewTable {
 public:
  virtual ~NewTable() = default;
  [[nodiscard]] virtual Why why() const noexcept = 0;
  // One value for each column. False: why() has a problem.
  [[nodiscard]] virtual bool add(std::span<const NewValue> row) noexcept = 0;
  // Writes what was not written yet, and the footer. Nothing may be added behind it.
  [[nodiscard]] virtual bool finish() noexcept = 0;
};

// An open file.
class File {
 public:
  virtual ~File() = default;
  [[nodiscard]] virtual Why why() const noexcept = 0;

  [[nodiscard]] virtual std::uint64_t rows() const noexcept = 0;
  // The names of the columns, with commas; of many or long ones the first. Structs by their
  // members.
  [[nodiscard]] virtual std::string_view column_names() noexcept = 0;
  // A dot leads into a struct, as into a JSON object.
  [[nodiscard]] virtual ColumnUse use_of(std::string_view name) noexcept = 0;

  // Begins to read what stands under these names, and no other column.
  [[nodiscard]] virtual bool begin_rows(std::span<const std::string_view> names) noexcept = 0;
  // One cell for each name. False: at the end, or where why() has a problem.
  [[nodiscard]] virtual bool next_row(std::span<Cell> cells) noexcept = 0;
  // How many bytes of the file the rows so far lie in, roughly.
  [[nodiscard]] virtual std::uint64_t position() const noexcept = 0;

  // The file without some of its rows. Bit r % 64 of kept[r / 64] says that row r is kept; with
  // `annotator` the copy has one column more, in the place of one of this name.
  [[nodiscard]] virtual bool copy(std::span<const std::uint64_t> kept, Sink& to,
                                  Annotator* annotator) noexcept = 0;
};

// What the shared library exports, under the name kEntryName.
struct Entry {
  int version = kVersion;
  const char* arrow_version = nullptr;
  // Null: no memory. A file that could not be opened says why(), and no other call is allowed then.
  // `source` must live as long as the file.
  File* (*open)(Source& source) noexcept = nullptr;
  void (*close)(File* file) noexcept = nullptr;
  // A dot in a name leads into a struct; members of one struct stand side by side. Null: no memory.
  // A table that could not be begun says why(). `to` must live as long as the table; `columns` are
  // copied. These two are null where the entry only reads.
  NewTable* (*begin_table)(std::span<const NewColumn> columns, Sink& to) noexcept = nullptr;
  void (*end_table)(NewTable* table) noexcept = nullptr;
};
inline constexpr const char* kEntryName = "facsim_parquet_entry";

}  // namespace facsim::parquet
