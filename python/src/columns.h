// SPDX-License-Identifier: Apache-2.0
#pragma once
// The classes that results are returned as: Array, one column, and Table, several.

#include <nanobind/nanobind.h>

#include <memory>

#include "arrow_out.h"

namespace facsim::python {

class Array {
 public:
  explicit Array(Column column)
      : columns_(std::make_shared<const Columns>(Columns{std::move(column)})) {}
  // A column of a table, which shares it.
  Array(std::shared_ptr<const Columns> columns, std::size_t number)
      : columns_(std::move(columns)), number_(number) {}

  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  [[nodiscard]] const Column& column() const noexcept { return (*columns_)[number_]; }
  [[nodiscard]] const std::shared_ptr<const Columns>& columns() const noexcept { return columns_; }

 private:
  std::shared_ptr<const Columns> columns_;
  std::size_t number_ = 0;
};

class Table {
 public:
  explicit Table(Columns columns) : columns_(std::make_shared<const Columns>(std::move(columns))) {}

  [[nodiscard]] std::int64_t rows() const noexcept {
    return columns_->empty() ? 0 : columns_->front().rows();
  }
  [[nodiscard]] const std::shared_ptr<const Columns>& columns() const noexcept { return columns_; }

 private:
  std::shared_ptr<const Columns> columns_;
};

void bind_columns(nanobind::module_& module);

}  // namespace facsim::python
