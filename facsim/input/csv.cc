// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "facsim/input/csv_internal.h"
#include "facsim/input/json_object_internal.h"
#include "facsim/input/record_reader.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

// In the order of guessing: spreadsheets use what is usual in their country.
constexpr std::string_view kUsualSeparators = ",;\t|";

bool is_usual_separator(char c) noexcept { return kUsualSeparators.find(c) != kNotFound; }

// Returns the offset past the quote that closes the one at `begin`; npos if none does, or if no end
// of a cell follows.
std::size_t quoted_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  do {
    end = text.find('"', end + 1);
    if (end == kNotFound) return kNotFound;
    ++end;
  } while (end < text.size() && text[end] == '"');
  const std::size_t next = std::min(text.find_first_not_of(" \r", end), text.size());
  const bool ends_cell =
      next == text.size() || text[next] == '\n' || is_usual_separator(text[next]);
  return ends_cell ? end : kNotFound;
}

// The usual separators that the first row has outside of quotes. The right one is not known yet, so
// a quote after any of them opens a cell.
std::string separators_outside_quotes(std::string_view text) {
  std::string found;
  bool cell_begins = true;
  for (std::size_t at = 0; at < text.size() && text[at] != '\n'; ++at) {
    const char c = text[at];
    if (cell_begins && c == '"') {
      const std::size_t end = quoted_end(text, at);
      if (end != kNotFound) at = end - 1;
    }
    const bool is_separator = c != '"' && is_usual_separator(c);
    if (is_separator && found.find(c) == kNotFound) found += c;
    cell_begins = is_separator || (cell_begins && c == ' ');
  }
  return found;
}

// The separators to try, the likeliest first.
std::string guesses(std::string_view text, bool is_tsv) {
  if (is_tsv) return "\t";
  const std::string found = separators_outside_quotes(text);
  std::string likely;
  for (const char separator : kUsualSeparators) {
    if (found.empty() || found.find(separator) != kNotFound) likely += separator;
  }
  return likely;
}

std::string header_name(std::string_view cell) {
  return repair_utf8(trimmed(cell_text(trimmed(cell))));
}

}  // namespace

void CsvScan::step(char c) {
  switch (state_) {
    case State::cell_begins:
      if (c == '"') {
        state_ = State::quoted;
        return;
      }
      state_ = State::plain;
      [[fallthrough]];
    case State::plain:
      if (c == separator_) {
        ++columns_;
        state_ = State::cell_begins;
      } else if (c == '\n') {
        state_ = State::ended;
      }
      return;
    case State::quoted:
      if (c == '"') state_ = State::closing;
      return;
    case State::closing:
      if (c == '"') {
        state_ = State::quoted;
      } else if (c == separator_) {
        ++columns_;
        state_ = State::cell_begins;
      } else if (c == '\n') {
        state_ = State::ended;
      } else {
        state_ = c == '\r' ? State::closing_cr : State::broken;
      }
      return;
    case State::closing_cr:
      state_ = c == '\n' ? State::ended : State::broken;
      return;
    case State::ended:
    case State::broken:
      return;
  }
}

std::size_t CsvScan::walk(std::string_view piece) {
  std::size_t at = 0;
  while (at < piece.size() && state_ != State::ended && state_ != State::broken) {
    if (state_ == State::quoted) {
      // Most bytes of a table of pages are inside quotes.
      const void* const quote = std::memchr(piece.data() + at, '"', piece.size() - at);
      if (quote == nullptr) return piece.size();
      at = static_cast<std::size_t>(static_cast<const char*>(quote) - piece.data());
    }
    step(piece[at++]);
  }
  return at;
}

bool RowCells::next(std::string_view& cell) {
  if (begin_ > row_.size()) return false;
  std::size_t end = begin_;
  if (end < row_.size() && row_[end] == '"') {
    do {
      end = row_.find('"', end + 1);
      if (end == kNotFound) break;
      ++end;
    } while (end < row_.size() && row_[end] == '"');
  }
  end = end == kNotFound ? row_.size() : std::min(row_.find(separator_, end), row_.size());
  cell = row_.substr(begin_, end - begin_);
  begin_ = end + 1;
  return true;
}

std::size_t count_cells(std::string_view row, char separator) {
  RowCells cells(row, separator);
  std::size_t count = 0;
  for (std::string_view cell; cells.next(cell);) ++count;
  return count;
}

std::string cell_text(std::string_view cell) {
  if (!cell.starts_with('"')) return std::string(cell);
  cell.remove_prefix(1);
  if (cell.ends_with('"')) cell.remove_suffix(1);
  std::string text;
  text.reserve(cell.size());
  for (;;) {
    const std::size_t quote = cell.find('"');
    if (quote == kNotFound) return text.append(cell);
    text.append(cell.substr(0, quote + 1));
    cell.remove_prefix(std::min(quote + 2, cell.size()));
  }
}

SeparatorLine separator_line(std::string_view table) noexcept {
  const std::size_t line_end = table.find('\n');
  if (line_end == kNotFound) return {};
  std::string_view line = without_line_break(table.substr(0, line_end + 1));
  if (line.size() > 2 && line.starts_with('"') && line.ends_with('"')) {
    line = line.substr(1, line.size() - 2);
  }
  constexpr std::string_view kName = "sep=";
  if (line.size() != kName.size() + 1 || !starts_with_nocase(line, kName)) return {};
  const char separator = line.back();
  const bool is_one = separator == '\t' || (!is_space(separator) && !is_letter(separator) &&
                                            !is_digit(separator) && separator != '"');
  return is_one ? SeparatorLine{.bytes = line_end + 1, .separator = separator} : SeparatorLine{};
}

std::optional<CsvFirstRow> read_first_row(std::string_view text, bool whole, bool is_tsv) {
  std::optional<CsvFirstRow> first;
  const SeparatorLine named = separator_line(text);
  text.remove_prefix(named.bytes);
  const std::string likely =
      named.bytes > 0 ? std::string(1, named.separator) : guesses(text, is_tsv);
  for (const char separator : likely) {
    CsvScan scan(separator);
    const std::size_t bytes = scan.walk(text);
    if (scan.state() != CsvScan::State::ended && (!whole || !scan.may_end())) continue;
    if (first && scan.columns() == 1) continue;
    first = CsvFirstRow{.bytes = bytes, .header = {.columns = {}, .separator = separator}};
    RowCells cells(without_line_break(text.substr(0, bytes)), separator);
    std::vector<std::string>& columns = first->header.columns;
    for (std::string_view cell; cells.next(cell);) columns.push_back(header_name(cell));
    if (columns.size() > 1) break;
  }
  if (first) first->bytes += named.bytes;
  return first;
}

std::string_view table_begin(std::string_view beginning) noexcept {
  beginning = without_utf8_mark(beginning);
  for (;;) {
    const std::size_t line_end = beginning.find('\n');
    if (line_end == kNotFound || !is_blank_row(beginning.substr(0, line_end))) return beginning;
    beginning.remove_prefix(line_end + 1);
  }
}

bool is_blank_row(std::string_view row) noexcept {
  return row.find_first_not_of(" \r") == kNotFound;
}

std::string_view without_line_break(std::string_view row) noexcept {
  if (row.ends_with('\n')) row.remove_suffix(1);
  if (row.ends_with('\r')) row.remove_suffix(1);
  return row;
}

bool has_lone_cr(std::string_view text) noexcept {
  text = without_line_break(text);
  for (std::size_t at = 0; (at = text.find('\r', at)) != kNotFound; ++at) {
    if (text.substr(at + 1, 1) != "\n") return true;
  }
  return false;
}

bool has_backslash_quote(const RawRecord& record) noexcept {
  return record.csv && record.csv->has_backslash_quote;
}

TableColumns columns_of(const RawRecord& record, const ReadOptions& options) {
  const CsvHeader& header = *record.csv;
  const std::vector<std::string> texts = text_fields(options);
  // Lists of features cannot be in a cell.
  const bool has_text = options.given_field.empty() &&
                        std::ranges::find_first_of(header.columns, texts) != header.columns.end();
  return {
      .names = names_of_columns(header), .has_text = has_text, .has_lone_cr = header.has_lone_cr};
}

std::string names_of_columns(const CsvHeader& header) {
  constexpr std::size_t kNamesMax = 12;
  constexpr std::size_t kBytesMax = 40;
  std::string names;
  for (std::size_t i = 0; i < header.columns.size(); ++i) {
    if (i > 0) names += ", ";
    if (i == kNamesMax) return names + "...";
    const std::string& name = header.columns[i];
    names += repair_utf8(std::string_view(name).substr(0, kBytesMax));
    if (name.size() > kBytesMax) names += "...";
  }
  return names;
}

}  // namespace facsim
