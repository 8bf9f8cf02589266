// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/csv_page_internal.h"

#include <simdjson.h>

#include <algorithm>
#include <cassert>

#include "facsim/input/dates_internal.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"
#include "facsim/model/status_ranges.h"

namespace facsim {
namespace {

std::optional<double> keep_value_of_text(std::string_view text) {
  if (const std::optional<double> number = parse_number(text)) return number;
  if (const auto date = parse_exact_date(text)) return number_of(*date);
  return {};
}

}  // namespace

void CsvPageReader::find_columns(const CsvHeader& header) {
  const auto column = [&](const std::string& name) {
    for (std::size_t i = header.columns.size(); i > 0; --i) {
      if (!name.empty() && header.columns[i - 1] == name) return i - 1;
    }
    return kNone;
  };
  text_ = column(options_.text_field);
  html_ = column(options_.html_field);
  id_ = column(options_.id_field);
  url_ = column(options_.url_field);
  time_ = column(options_.time_field);
  keep_.clear();
  for (const std::string& name : options_.keep_fields) keep_.push_back(column(name));
  status_ = column(options_.status_field);
  count_ = column(options_.count_field);
  extra_.clear();
  for (const std::string& name : options_.extra_fields) {
    if (const std::size_t found = column(name); found != kNone) extra_.emplace_back(found, name);
  }
  wanted_ = {text_, html_, id_, url_, time_, status_, count_};
  wanted_.insert(wanted_.end(), keep_.begin(), keep_.end());
  for (const auto& [found, name] : extra_) wanted_.push_back(found);
  std::erase(wanted_, kNone);
  std::ranges::sort(wanted_);
  wanted_.erase(std::ranges::unique(wanted_).begin(), wanted_.end());
}

bool CsvPageReader::read_cells(std::string_view row) {
  RowCells cells(row, header_->separator);
  cells_.clear();
  std::size_t column = 0;
  for (std::string_view cell; cells.next(cell); ++column) {
    if (cells_.size() < wanted_.size() && wanted_[cells_.size()] == column) cells_.push_back(cell);
  }
  return header_->columns.empty() || column == header_->columns.size();
}

std::string CsvPageReader::text_at(std::size_t column) const {
  if (column == kNone) return {};
  const auto place = std::ranges::lower_bound(wanted_, column) - wanted_.begin();
  return cell_text(cells_[static_cast<std::size_t>(place)]);
}

// HTML has priority if both exist and it is not empty.
Skip CsvPageReader::read_content(Page& page) const {
  page.bytes = text_at(html_);
  page.format = page.bytes.empty() ? PageFormat::text : PageFormat::html;
  if (page.bytes.empty()) page.bytes = text_at(text_);
  // Bytes that are not UTF-8 are interpreted like those of a file.
  page.is_unicode = simdjson::validate_utf8(page.bytes);
  if (!page.bytes.empty()) return Skip::none;
  return text_ == kNone && html_ == kNone ? Skip::no_text_field : Skip::no_text;
}

Decoded CsvPageReader::read(const RawRecord& record) {
  assert(record.csv && "a row knows its columns");
  if (header_ != record.csv) {
    header_ = record.csv;
    find_columns(*header_);
  }
  Decoded decoded;
  const bool has_nul = record.bytes.find('\0') != std::string::npos;
  if (has_nul || !read_cells(record.bytes)) {
    decoded.skip = Skip::bad_row;
    return decoded;
  }
  Page& page = decoded.page;
  decoded.skip = read_content(page);
  for (const auto& [column, name] : extra_) {
    page.fields.push_back({name, repair_utf8(text_at(column))});
  }
  if (decoded.skip != Skip::none && !page.fields.empty()) decoded.skip = Skip::none;
  // Lists of features cannot be in a cell.
  if (!options_.given_field.empty()) decoded.skip = Skip::no_text_field;
  if (decoded.skip == Skip::no_text_field) decoded.field_names = names_of_columns(*header_);
  page.id = label_of(text_at(id_));
  page.url = label_of(text_at(url_));
  const auto is_unusable = [this](std::size_t column, bool is_read) {
    return !is_read && !trimmed(text_at(column)).empty();
  };
  if (time_ != kNone) set_time(page, parse_time(text_at(time_)));
  decoded.unusable.time = is_unusable(time_, page.unix_time.has_value());
  for (std::size_t i = 0; i < keep_.size(); ++i) {
    if (keep_[i] != kNone) page.keep_values[i] = keep_value_of_text(text_at(keep_[i]));
    decoded.unusable.keep[i] = is_unusable(keep_[i], page.keep_values[i].has_value());
  }
  if (status_ != kNone) page.status = status_of(parse_number(text_at(status_)).value_or(0));
  decoded.unusable.status = is_unusable(status_, page.status.has_value());
  if (count_ != kNone) page.count_value = label_of(text_at(count_));
  return decoded;
}

}  // namespace facsim
