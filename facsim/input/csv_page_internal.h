// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a page of a row of a table: columns are found by the names of JSON fields. If several
// columns have one name, the last counts.

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/input/csv_internal.h"
#include "facsim/input/decoded.h"
#include "facsim/input/record_reader.h"

namespace facsim {

class CsvPageReader {
 public:
  explicit CsvPageReader(ReadOptions options) : options_(std::move(options)) {}

  // `record` comes from csv_records().
  [[nodiscard]] Decoded read(const RawRecord& record);

 private:
  static constexpr std::size_t kNone = std::string_view::npos;

  void find_columns(const CsvHeader& header);
  [[nodiscard]] Skip read_content(Page& page) const;
  // Returns false if the row has another number of cells than the first.
  [[nodiscard]] bool read_cells(std::string_view row);
  [[nodiscard]] std::string text_at(std::size_t column) const;

  ReadOptions options_;
  std::shared_ptr<const CsvHeader> header_;  // the header of these columns
  std::size_t text_ = kNone;
  std::size_t html_ = kNone;
  std::size_t id_ = kNone;
  std::size_t url_ = kNone;
  std::size_t time_ = kNone;
  std::size_t status_ = kNone;
  std::size_t count_ = kNone;
  std::vector<std::size_t> keep_;
  std::vector<std::pair<std::size_t, std::string>> extra_;
  std::vector<std::size_t> wanted_;      // the columns above, ascending, without duplicates
  std::vector<std::string_view> cells_;  // the row's cells in these columns
};

}  // namespace facsim
