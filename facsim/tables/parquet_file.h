// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Parquet file, through the plug-in that knows Arrow (parquet_plugin.h), which the
// first file loads (load_parquet.h).
//
// Throws Error{unsupported} where the plug-in cannot be loaded or does not know how to read the
// file, {damaged} where the file is not as its format wants it, {io, not_found} for what the system
// refuses; each with the path and, while rows are read, the row. One thread at a time.

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
  // Opens what a user gave us, and reads its footer. Errors call it `shown`.
  ParquetFile(const std::string& path, const std::string& shown);
  ~ParquetFile();
  ParquetFile(const ParquetFile&) = delete;
  ParquetFile& operator=(const ParquetFile&) = delete;

  [[nodiscard]] std::uint64_t rows() const;
  // With commas, as one reads them in a message: of many or long ones the first.
  [[nodiscard]] std::string column_names();
  [[nodiscard]] parquet::ColumnUse use_of(std::string_view name);

  // Reads what stands under these names, of columns for which use_of() says text or value; other
  // cells are absent. Memory: of each of these columns a page and its dictionary.
  void begin_rows(const std::vector<std::string>& names);
  // One cell for each name, which are valid until the next call; false at the end.
  [[nodiscard]] bool next_row(std::span<parquet::Cell> cells);
  // Bytes of the file that were read so far, for progress.
  [[nodiscard]] std::uint64_t position() const;

  // Writes the file without the rows r whose bit r % 64 of kept[r / 64] is not set, and with the
  // column of `annotator` where there is one. `progress` is told the bytes written so far; what it
  // throws, `to` and `annotator` throw comes out.
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

// Whether a file begins and ends as Parquet does.
enum class ParquetMarks {
  none,       // it does not begin so
  both,       // it is one
  cut,        // its end is missing
  encrypted,  // the footer cannot be read without a key
};
// `beginning`: its first bytes as they lie on the disk. Throws as open_user_input().
[[nodiscard]] ParquetMarks parquet_marks(const std::string& path, std::string_view beginning);

}  // namespace facsim
