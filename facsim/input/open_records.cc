// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/parquet_reader_internal.h"
#include "facsim/input/readers_internal.h"

namespace facsim {

std::vector<std::string> text_fields(const ReadOptions& options) {
  std::vector<std::string> names = options.extra_fields;
  names.push_back(options.text_field);
  names.push_back(options.html_field);
  return names;
}

std::unique_ptr<RecordReader> open_records(const InputFile& file, const ReadOptions& options) {
  if (file.kind == FileKind::parquet) return parquet_records(file, options);
  std::unique_ptr<ByteSource> source = open_bytes(file.path);
  const std::size_t page_bytes_max = page_bytes_max_of(options);
  const std::uint64_t large_bytes_max = large_bytes_max_of(options);
  ArchiveFacts facts;
  facts.gzip = file.packing == Packing::gzip;
  facts.has_members = file.packing != Packing::none;
  if (file.packing == Packing::none) facts.stream_bytes = file.bytes;
  switch (file.kind) {
    case FileKind::json_lines:
      return line_records(std::move(source), page_bytes_max, large_bytes_max);
    case FileKind::bulk:
      return bulk_records(std::move(source), page_bytes_max, large_bytes_max);
    case FileKind::csv:
    case FileKind::tsv:
      return csv_records(std::move(source), page_bytes_max, file.kind == FileKind::tsv,
                         large_bytes_max);
    case FileKind::warc:
      return warc_records(std::move(source), page_bytes_max, facts, large_bytes_max);
    case FileKind::arc:
      return arc_records(std::move(source), page_bytes_max, facts, large_bytes_max);
    case FileKind::html:
    case FileKind::text:
    case FileKind::parquet:
      break;
  }
  return whole_file_record(std::move(source), page_bytes_max, large_bytes_max);
}

}  // namespace facsim
