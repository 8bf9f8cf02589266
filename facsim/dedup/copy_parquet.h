// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Parquet file again: without the rows of removed pages, or with the column `facsim`.
//
// Promise: schema, metadata, order and all other columns are those of the file; the copy's row
// groups are about as large as its (plugins/parquet/copier.h). A file that loses nothing is copied
// byte for byte. Memory: a bit a row, and what the plug-in takes of a column. Throws Error as
// ParquetFile, and {io} where the file has become another.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "facsim/dedup/decided_corpus.h"

namespace facsim {

// `file` is its number in the corpus, `to` must not exist; `progress` is told the bytes written.
void copy_parquet(const DecidedCorpus& pages, std::size_t file, const std::string& to,
                  const std::function<void(std::uint64_t)>& progress);

// The members of the column are those of the annotation of a JSON record (report/rows.h).
void annotate_parquet(const DecidedCorpus& pages, std::size_t file, const std::string& to,
                      const std::function<void(std::uint64_t)>& progress);

}  // namespace facsim
