// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes rows and keys into a row store that has no readers yet, some MiB in a change.
//
// One thread at a time. Everything added is stored when finish() returns.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "facsim/store/row_change.h"
#include "facsim/store/row_store.h"

namespace facsim {

class RowWriter {
 public:
  // Both must outlive this. `check` is called with the number of rows so far and may throw.
  RowWriter(RowStore& rows, const std::function<void(std::uint64_t rows)>& check)
      : rows_(rows), check_(check) {}

  void add_row(std::uint64_t number, std::string_view bytes);
  void add_key(std::string_view key, std::string_view value);
  void finish();

 private:
  void count(std::size_t bytes);
  void submit();

  RowStore& rows_;
  const std::function<void(std::uint64_t rows)>& check_;
  RowChange change_;
  std::size_t bytes_ = 0;
  std::uint64_t rows_added_ = 0;
};

}  // namespace facsim
