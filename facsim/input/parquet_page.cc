// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/parquet_page_internal.h"

#include <simdjson.h>

#include <optional>
#include <string>

#include "facsim/base/value_text.h"
#include "facsim/input/dates_internal.h"
#include "facsim/input/parquet_cells_internal.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"
#include "facsim/model/status_ranges.h"

namespace facsim {
namespace {

using parquet::Cell;

bool has_text(const Cell& cell) { return cell.kind == Cell::Kind::text && !cell.text.empty(); }

// Null and an empty text mean that there is no value.
bool has_value(const Cell& cell) {
  return cell.kind == Cell::Kind::text
             ? !trimmed(cell.text).empty()
             : cell.kind != Cell::Kind::null && cell.kind != Cell::Kind::absent;
}

std::string id_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::text:
    case Cell::Kind::time:
    case Cell::Kind::decimal:
    case Cell::Kind::label:
      return label_of(cell.text);
    case Cell::Kind::whole:
      return std::to_string(cell.whole);
    case Cell::Kind::large:
      return std::to_string(cell.large);
    case Cell::Kind::real:
      return text_of_real(cell.real);
    case Cell::Kind::single:
      return text_of_real(static_cast<float>(cell.real));
    case Cell::Kind::flag:
      return cell.whole != 0 ? "true" : "false";
    default:
      return {};
  }
}

// Only the text of a time has its nanoseconds.
std::uint32_t nanoseconds_of(const Cell& time) {
  const std::optional<CrawlTime> exact = parse_exact_date(time.text);
  return exact ? exact->nanoseconds : 0;
}

std::optional<double> number_of(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::time:
      return facsim::number_of(CrawlTime{cell.whole, nanoseconds_of(cell)});
    case Cell::Kind::whole:
    case Cell::Kind::flag:
      return static_cast<double>(cell.whole);
    case Cell::Kind::large:
      return static_cast<double>(cell.large);
    case Cell::Kind::real:
    case Cell::Kind::single:
      return cell.real;
    case Cell::Kind::decimal:
      return parse_number(cell.text);
    default:
      return {};
  }
}

std::optional<CrawlTime> time_of_cell(const Cell& cell) {
  if (cell.kind == Cell::Kind::text) return parse_time(cell.text);
  if (cell.kind == Cell::Kind::time) return CrawlTime{cell.whole, nanoseconds_of(cell)};
  const std::optional<double> number = number_of(cell);
  return number ? exact_time_of(*number) : std::nullopt;
}

std::optional<double> keep_value_of_cell(const Cell& cell) {
  if (cell.kind != Cell::Kind::text) return number_of(cell);
  if (const std::optional<double> number = parse_number(cell.text)) return number;
  if (const auto date = parse_exact_date(cell.text)) return number_of(*date);
  return {};
}

std::optional<std::uint16_t> status_of_cell(const Cell& cell) {
  const auto number = cell.kind == Cell::Kind::text ? parse_number(cell.text) : number_of(cell);
  return status_of(number.value_or(0));
}

}  // namespace

ParquetPageReader::ParquetPageReader(ReadOptions options)
    : options_(std::move(options)), cells_(wanted_columns(options_).size()) {}

Decoded ParquetPageReader::read(std::string_view cells) {
  read_cells(cells, cells_);
  Decoded decoded;
  Page& page = decoded.page;
  // HTML has priority if both exist and it is not empty.
  const Cell& html = cells_[kHtmlCell];
  const Cell& content = has_text(html) ? html : cells_[kTextCell];
  page.format = has_text(html) ? PageFormat::html : PageFormat::text;
  if (content.kind == Cell::Kind::text) page.bytes = content.text;
  // Bytes that are not UTF-8 are interpreted like those of a file.
  page.is_unicode = simdjson::validate_utf8(page.bytes);
  const std::size_t keeps = options_.keep_fields.size();
  for (std::size_t i = 0; i < options_.extra_fields.size(); ++i) {
    const Cell& extra = cells_[kFixedCells + keeps + i];
    if (extra.kind != Cell::Kind::text) continue;
    page.fields.push_back({options_.extra_fields[i], repair_utf8(extra.text)});
  }
  if (page.bytes.empty() && page.fields.empty()) decoded.skip = Skip::no_text;
  page.id = id_of(cells_[kIdCell]);
  if (cells_[kUrlCell].kind == Cell::Kind::text) page.url = label_of(cells_[kUrlCell].text);
  set_time(page, time_of_cell(cells_[kTimeCell]));
  decoded.unusable.time = !page.unix_time && has_value(cells_[kTimeCell]);
  for (std::size_t i = 0; i < keeps; ++i) {
    const Cell& cell = cells_[kFixedCells + i];
    page.keep_values[i] = keep_value_of_cell(cell);
    decoded.unusable.keep[i] = !page.keep_values[i] && has_value(cell);
  }
  page.status = status_of_cell(cells_[kStatusCell]);
  decoded.unusable.status = !page.status && has_value(cells_[kStatusCell]);
  page.count_value = id_of(cells_[kCountCell]);
  return decoded;
}

}  // namespace facsim
