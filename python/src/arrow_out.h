// SPDX-License-Identifier: Apache-2.0
#pragma once
// Results as Arrow columns, which any library that supports the PyCapsule interface reads without a
// copy.

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.h"

namespace facsim::python {

// A column that grows by one value a row. Its values have a fixed width (numbers, bytes), or are
// bits, texts or pairs of texts.
class Column {
 public:
  // `format` is Arrow's: L uint64, I uint32, g double, b bool, u text, w:N N bytes, +w:2 two texts.
  Column(std::string name, std::string format);

  void add_null();
  void add_text(std::string_view text);
  void add_bool(bool value);
  void add_pair(std::string_view first, std::string_view second);  // an empty one is null
  void add_bytes(const void* bytes);                               // the number that `format` has
  template <class T>
  void add(T value) {
    add_bytes(&value);
  }

  // Rebuilds the column from the values of name(), format() ... offsets(). Throws
  // std::invalid_argument if they do not fit together.
  [[nodiscard]] static Column of_parts(std::string name, std::string format, std::int64_t rows,
                                       std::string_view data, std::string_view validity,
                                       std::string_view offsets);

  // The same for pairs; `items` has two texts for each row.
  [[nodiscard]] static Column of_pairs(std::string name, std::int64_t rows,
                                       std::string_view validity, Column items);
  // A column of the given rows, in this order.
  [[nodiscard]] Column taken(const std::vector<std::int64_t>& rows) const;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& format() const noexcept { return format_; }
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t nulls() const noexcept { return nulls_; }
  [[nodiscard]] std::size_t width() const noexcept { return width_; }
  [[nodiscard]] const std::vector<char>& data() const noexcept { return data_; }
  [[nodiscard]] const std::vector<std::uint8_t>& validity() const noexcept { return validity_; }
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const noexcept { return offsets_; }
  // For pairs: all texts, two a row; otherwise null.
  [[nodiscard]] const Column* items() const noexcept {
    return items_.empty() ? nullptr : &items_.front();
  }
  [[nodiscard]] bool is_null(std::int64_t row) const;
  // The row as a Python object.
  [[nodiscard]] nanobind::object at(std::int64_t row) const;

 private:
  void count(bool valid);
  [[nodiscard]] std::string_view text_at(std::int64_t row) const;

  std::string name_;
  std::string format_;  // texts are exported as large_utf8, "U"
  std::size_t width_ = 0;
  std::int64_t rows_ = 0;
  std::int64_t nulls_ = 0;
  std::vector<char> data_;
  std::vector<std::uint8_t> validity_;
  std::vector<std::int64_t> offsets_;  // of texts
  std::vector<Column> items_;          // one for pairs, else empty
};

using Columns = std::vector<Column>;

// Capsules that share the columns, which no longer change. `requested` is None or a capsule of the
// schema that a reader wants. It is followed if that costs no copy of the values: int64 for uint64;
// utf8 and string_view (below 2 GiB) or binary for large_utf8. Columns of a table are matched with
// it by name.
[[nodiscard]] nanobind::tuple column_capsules(const std::shared_ptr<const Columns>& columns,
                                              std::size_t number, nanobind::handle requested);
[[nodiscard]] nanobind::tuple table_capsules(const std::shared_ptr<const Columns>& columns,
                                             nanobind::handle requested);
[[nodiscard]] nanobind::object stream_capsule(const std::shared_ptr<const Columns>& columns,
                                              nanobind::handle requested);

}  // namespace facsim::python
