// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies a Parquet file without some of its rows.
//
// The copy is made column by column, as levels and values under the schema of the file. No Arrow
// arrays are made on the way, so types that Arrow lacks or represents differently remain unchanged.
// Preserved are the schema, the key-value metadata, the order, and for each column the compression,
// the use of a dictionary, the encoding and the statistics. If a row group loses no row, its column
// chunks are copied byte for byte. Neighbouring row groups that lose rows are joined while the
// result is no larger than the largest of the file. Page indexes and Bloom filters are dropped,
// since they describe the old pages.
//
// Memory: for one column a page and its dictionary, twice; for the added column its pages in a row
// group.

#include <parquet/api/reader.h>

#include <cstdint>
#include <span>

#include "facsim/tables/parquet_plugin.h"
#include "plugins/parquet/streams.h"

namespace facsim::parquet {

// Throws ::parquet::ParquetException. `source` is the file that `file` reads.
void copy_rows(::parquet::ParquetFileReader& file, SourceFile& source,
               std::span<const std::uint64_t> kept, std::shared_ptr<SinkStream> sink,
               Annotator* annotator);

}  // namespace facsim::parquet
