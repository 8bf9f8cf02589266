// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a page of a row of a Parquet file, by the rules of JSON fields: null is not text, numbers
// can be ids and times.

#include <string_view>
#include <utility>
#include <vector>

#include "facsim/input/decoded.h"
#include "facsim/model/read_options.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim {

class ParquetPageReader {
 public:
  explicit ParquetPageReader(ReadOptions options);

  // `cells` comes from append_cells(), in the order of wanted_columns().
  [[nodiscard]] Decoded read(std::string_view cells);

 private:
  ReadOptions options_;
  std::vector<parquet::Cell> cells_;
};

}  // namespace facsim
