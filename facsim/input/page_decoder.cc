// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/page_decoder.h"

#include <cassert>

#include "facsim/input/archive_page_internal.h"
#include "facsim/input/binary_body.h"
#include "facsim/input/bulk_internal.h"
#include "facsim/input/csv_page_internal.h"
#include "facsim/input/json_page_internal.h"
#include "facsim/input/parquet_page_internal.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/model/status_ranges.h"

namespace facsim {
namespace {

// A parser that has read a longer line is discarded with all its memory.
constexpr std::size_t kReuseBytesMax = std::size_t{256} << 10;

Decoded read_file_page(const InputFile& file, const RawRecord& record) {
  Decoded decoded;
  Page& page = decoded.page;
  page.id = file.name;  // bytes: text_of_name() keeps different names different
  page.format = file.kind == FileKind::html ? PageFormat::html : PageFormat::text;
  page.markup = markup_named(file.name);
  if (file.unix_time != 0) page.unix_time = file.unix_time;
  if (record.bytes.empty()) {
    decoded.skip = Skip::no_text;
  } else if (is_binary_body({}, record.bytes, page.markup != Markup::unstated)) {
    decoded.skip = Skip::not_a_page;
  } else {
    page.bytes = record.bytes;
  }
  return decoded;
}

}  // namespace

std::string_view object_of(FileKind kind, const RawRecord& record) {
  const std::string_view bytes = record.bytes;
  if (kind != FileKind::bulk) return bytes;
  const auto action = bulk_action(bytes.substr(0, record.header_bytes));
  return bulk_object(bytes.substr(record.header_bytes),
                     action ? action->kind : BulkAction::Kind::index);
}

struct PageDecoder::State {
  explicit State(ReadOptions read_options)
      : page_bytes_max(page_bytes_max_of(read_options)),
        large_bytes_max(large_bytes_max_of(read_options)),
        judged(read_options.judged_statuses),
        csv(read_options),
        parquet(read_options),
        json(std::move(read_options)) {}
  std::size_t page_bytes_max;
  std::uint64_t large_bytes_max;
  StatusRanges judged;
  CsvPageReader csv;
  ParquetPageReader parquet;
  JsonPageReader json;
};

PageDecoder::PageDecoder(ReadOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}
PageDecoder::~PageDecoder() = default;
PageDecoder::PageDecoder(PageDecoder&&) noexcept = default;

std::size_t PageDecoder::page_bytes_max() const noexcept { return state_->page_bytes_max; }

std::uint64_t PageDecoder::large_bytes_max() const noexcept { return state_->large_bytes_max; }

bool PageDecoder::judges(const Page& page) const noexcept {
  return !page.status || state_->judged.has(*page.status);
}

Decoded PageDecoder::decode(const InputFile& file, const RawRecord& record,
                            std::size_t body_bytes_max) {
  Decoded decoded = decode_any(file, record, body_bytes_max);
  if (decoded.skip == Skip::none && !judges(decoded.page)) {
    decoded.skip = Skip::other_status;
    decoded.page.bytes.clear();
  }
  return decoded;
}

Decoded PageDecoder::decode_any(const InputFile& file, const RawRecord& record,
                                std::size_t body_bytes_max) {
  assert(record.role == RecordRole::page && record.skip == Skip::none && "holds a page");
  switch (file.kind) {
    case FileKind::json_lines:
    case FileKind::bulk: {
      Decoded decoded = file.kind == FileKind::bulk
                            ? state_->json.read_bulk(record)
                            : state_->json.read(record.bytes, record.extent.begin);
      if (record.bytes.size() > kReuseBytesMax) state_->json.release();
      return decoded;
    }
    case FileKind::csv:
    case FileKind::tsv:
      return state_->csv.read(record);
    case FileKind::parquet:
      return state_->parquet.read(record.bytes);
    case FileKind::warc:
      return read_warc_page(record, body_bytes_max);
    case FileKind::arc:
      return read_arc_page(record, body_bytes_max);
    case FileKind::html:
    case FileKind::text:
      break;
  }
  Decoded decoded = read_file_page(file, record);
  decoded.page.file_name = file.name;
  return decoded;
}

}  // namespace facsim
