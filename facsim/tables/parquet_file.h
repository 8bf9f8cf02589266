// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Parquet file, read through the plug-in that links Arrow (parquet_plugin.h), which the first
// file loads (load_parquet.h).
//
// Throws Error{unsupported} if the plug-in cannot be loaded or cannot read such a file, {damaged}
// if the file violates its format, {io, not_found} for errors of the system; each with the path
// and, while rows are read, the row. One thread at a time.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/byte_sink.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

class ParquetFile {
 public:
  // Opens a file of the user and reads its footer. Errors call it `shown`.
  ParquetFile(const std::string& path, const std::string& shown);
  ~ParquetFile();
  ParquetFile(const ParquetFile&) = delete;
  ParquetFile& operator=(const ParquetFile&) = delete;

  [[nodiscard]] std::uint64_t rows() const;
  // Separated by commas, for messages; only the first names if they are many or long.
  [[nodiscard]] std::string column_names();
  [[nodiscard]] parquet::ColumnUse use_of(std::string_view name);

  // Begins to read the columns with these names; cells of columns for which use_of() is not text or
  // value are absent. Memory: one page and its dictionary for each of these columns.
  void begin_rows(const std::vector<std::string>& names);
  // Fills one cell for each name, valid until the next call; false at the end.
  [[nodiscard]] bool next_row(std::span<parquet::Cell> cells);
  // Bytes of the file that have been read, for progress.
  [[nodiscard]] std::uint64_t position() const;

  // Writes the file without the rows r whose bit r % 64 of kept[r / 64] is not set, and with the
  // column of `annotator` unless it is null. Calls `progress` with the number of bytes written so
  // far. Passes on exceptions from `progress` and `to`; throws an Error if `annotator` stops.
  void copy(std::span<const std::uint64_t> kept, ByteSink& to, parquet::Annotator* annotator,
            const std::function<void(std::uint64_t)>& progress);

 private:
  class Input;

  void check() const;

  std::string shown_;
  const parquet::Entry& entry_;
  std::unique_ptr<Input> input_;
  parquet::File* file_ = nullptr;
  std::uint64_t row_ = 0;
};

// The marks at the beginning and end of a file, compared with those of Parquet.
enum class ParquetMarks {
  none,       // it does not begin as Parquet
  both,       // it is Parquet
  cut,        // the mark at its end is missing
  encrypted,  // the footer cannot be read without a key
};
// `beginning`: its first bytes as stored on disk. Throws as open_user_input().
[[nodiscard]] ParquetMarks parquet_marks(const std::string& path, std::string_view beginning);

}  // namespace facsim
