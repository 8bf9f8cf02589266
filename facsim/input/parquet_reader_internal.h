// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a Parquet file as records.

#include <memory>
#include <string>
#include <vector>

#include "facsim/input/record_reader.h"
#include "facsim/tables/parquet_file.h"

namespace facsim {

// Throws Error{invalid_argument} that lists the columns if none of `names` is a column of strings
// or bytes.
void require_text_column(ParquetFile& file, const std::vector<std::string>& names,
                         const std::string& shown);

// Each record is a row: its offset is the row's number, from 0. Its extent counts the bytes of the
// cells that are read, plus one for each row, so that byte counters are meaningful; such files are
// not copied by extents. Throws Error as ParquetFile and require_text_column() do.
[[nodiscard]] std::unique_ptr<RecordReader> parquet_records(const InputFile& file,
                                                            const ReadOptions& options);

}  // namespace facsim
