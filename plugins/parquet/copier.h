// SPDX-License-Identifier: Apache-2.0
#pragma once
// A Parquet file without some of its rows.
//
// Column by column, as levels and values under the schema of the file: nothing becomes an Arrow
// array on the way, so types that Arrow does not have, or has otherwise, come out as they were.
// What is kept: schema, key-value metadata, order, and of each column the compression, whether it
// has a dictionary, its encoding and statistics. Chunks of columns of a row group that loses no row
// are copied as they lie there. Row groups that lose rows are joined with such neighbours as long
// as they are no larger than the largest of the file. Not kept: page indexes and Bloom filters,
// which are about the old pages.
//
// Memory: of one column a page and its dictionary, twice; of the added column its pages in a row
// group.

#include <parquet/api/reader.h>

#include <cstdint>
#include <span>

#include "facsim/tables/parquet_plugin.h"
#include "plugins/parquet/streams.h"

namespace facsim::parquet {

// Throws ::parquet::ParquetException. `source` is what `file` reads.
void copy_rows(::parquet::ParquetFileReader& file, SourceFile& source,
               std::span<const std::uint64_t> kept, std::shared_ptr<SinkStream> sink,
               Annotator* annotator);

}  // namespace facsim::parquet
