// SPDX-License-Identifier: Apache-2.0
#pragma once
// Records which of some fields occur, and the names of all fields: members of JSON objects, also of
// nested ones (content.text), and columns of tables.
//
// Foreign bytes never cause an exception; a line that cannot be parsed has no fields. Memory: the
// first kNamesMax names. One thread at a time.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/record_reader.h"

namespace facsim {

class RecordFields {
 public:
  static constexpr std::size_t kNamesMax = 1000;

  explicit RecordFields(std::vector<std::string> wanted);
  ~RecordFields();
  RecordFields(const RecordFields&) = delete;
  RecordFields& operator=(const RecordFields&) = delete;

  // Adds the columns of a Parquet file. Throws what opening it throws.
  void add_columns(const InputFile& file);
  // Adds a JSON record, or the row of a table that names the columns; other records have no names.
  void add(const InputFile& file, const RawRecord& record);

  // True if some record had the wanted field with this index.
  [[nodiscard]] bool has(std::size_t wanted) const { return has_[wanted]; }
  // True if no record had the field, but only because every record that had something on the way to
  // it had null there: {"meta": null} lacks meta.id no more than other records do.
  [[nodiscard]] bool is_null(std::size_t wanted) const {
    return !has_[wanted] && had_null_[wanted] && !had_other_[wanted];
  }
  // As has(), for the last table or Parquet file.
  [[nodiscard]] bool has_column(std::size_t wanted) const { return has_column_[wanted]; }
  // The names in the order of their first occurrence.
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  struct Parser;

  void add_name(std::string name);
  void note_columns(const std::vector<std::string>& columns);

  std::vector<std::string> wanted_;
  std::vector<bool> has_;
  std::vector<bool> had_null_;
  std::vector<bool> had_other_;
  std::vector<bool> has_column_;
  std::vector<std::string> names_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace facsim
