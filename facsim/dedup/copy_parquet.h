// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies a Parquet file: without the rows of removed pages, or with the column `facsim`.
//
// Promise: schema, metadata, order and all other columns are those of the file; the copy's row
// groups have about the size of the file's (plugins/parquet/copier.h). A file without removed pages
// is copied byte for byte. Memory: a bit per row, and what the plug-in needs for a column. Throws
// Error as ParquetFile does, and {io} if the file has changed.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "facsim/dedup/decided_corpus.h"

namespace facsim {

// `file` is its number in the corpus, `to` must not exist; `progress` receives the bytes written.
void copy_parquet(const DecidedCorpus& pages, std::size_t file, const std::string& to,
                  const std::function<void(std::uint64_t)>& progress);

// The members of the column are those of the annotation of a JSON record (report/rows.h).
void annotate_parquet(const DecidedCorpus& pages, std::size_t file, const std::string& to,
                      const std::function<void(std::uint64_t)>& progress);

}  // namespace facsim
