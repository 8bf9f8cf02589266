// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of some fields the records of files have, and what all their fields are called: members of
// JSON objects, also of inner ones (content.text), and columns of tables.
//
// Foreign bytes never make it throw; a line that cannot be parsed has no fields. Memory: the first
// kNamesMax names. One thread at a time.

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

  // The columns of a Parquet file. Throws what opening it throws.
  void add_columns(const InputFile& file);
  // A record of JSON, or the row of a table that names the columns; others have no names.
  void add(const InputFile& file, const RawRecord& record);

  // Some record had the wanted field of this number.
  [[nodiscard]] bool has(std::size_t wanted) const { return has_[wanted]; }
  // None had, but only as null stood on the way to it wherever there was something: {"meta": null}
  // has no less of meta.id than of others.
  [[nodiscard]] bool is_null(std::size_t wanted) const {
    return !has_[wanted] && had_null_[wanted] && !had_other_[wanted];
  }
  // As has(), of the file that came last, of a table or a Parquet file.
  [[nodiscard]] bool has_column(std::size_t wanted) const { return has_column_[wanted]; }
  // In the order in which they came.
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
