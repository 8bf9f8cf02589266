// SPDX-License-Identifier: Apache-2.0
// Any bytes as CSV or TSV; the first byte chooses. Rows and cells equal those of a plain reader, up
// to the first row with broken quotes or the first that is too long.

#include <algorithm>
#include <optional>

#include "facsim/base/limits.h"
#include "facsim/input/csv_internal.h"
#include "facsim/input/text_bits_internal.h"
#include "facsim/input/utf8_internal.h"
#include "fuzz/record_fuzz.h"

namespace {

using namespace facsim;

struct PlainRow {
  std::size_t end = 0;  // after its line break
  bool is_blank = false;
  std::vector<std::string> cells;
};

// Reads the row that begins at `at` byte by byte; returns nothing if its quotes are broken.
std::optional<PlainRow> plain_row(std::string_view text, std::size_t at, char separator) {
  PlainRow row;
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, line_end - at);
  if (line.find_first_not_of(" \r") == std::string_view::npos) {
    row.is_blank = true;
    row.end = std::min(line_end + 1, text.size());
    return row;
  }
  for (bool is_last = false; !is_last;) {
    std::string cell;
    if (at < text.size() && text[at] == '"') {
      for (++at;; ++at) {
        if (at >= text.size()) return std::nullopt;
        if (text[at] != '"') {
          cell += text[at];
        } else if (at + 1 < text.size() && text[at + 1] == '"') {
          cell += text[at++];
        } else {
          break;
        }
      }
      ++at;
      if (at < text.size() && text[at] == '\r') {
        if (at + 1 < text.size() && text[at + 1] != '\n') return std::nullopt;
        ++at;
      } else if (at < text.size() && text[at] != separator && text[at] != '\n') {
        return std::nullopt;
      }
    } else {
      while (at < text.size() && text[at] != separator && text[at] != '\n') cell += text[at++];
      const bool ends_row = at >= text.size() || text[at] == '\n';
      if (ends_row && cell.ends_with('\r')) cell.pop_back();
    }
    row.cells.push_back(std::move(cell));
    is_last = at >= text.size() || text[at] == '\n';
    ++at;
  }
  row.end = std::min(at, text.size());
  return row;
}

// The separator of a first line without quotes: the first of the usual ones that it contains.
// Returns nothing if the line has quotes, since the choice then depends on cells; the reader's own
// tests cover that.
std::optional<char> plain_separator(std::string_view line, bool is_tsv) {
  if (is_tsv) return '\t';
  if (line.find('"') != std::string_view::npos) return std::nullopt;
  for (const char separator : std::string_view(",;\t|")) {
    if (line.find(separator) != std::string_view::npos) return separator;
  }
  return ',';
}

// If several columns have one name, the last one is used.
std::string cell_of(const PlainRow& header, const PlainRow& row, std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    std::string_view column = header.cells[i];
    while (column.starts_with(' ')) column.remove_prefix(1);
    while (column.ends_with(' ')) column.remove_suffix(1);
    if (column == name) text = row.cells[i];
  }
  return text;
}

void check_row(const PlainRow& header, const PlainRow& row, std::string_view bytes,
               const Decoded& decoded) {
  const bool has_nul = bytes.find('\0') != std::string_view::npos;
  if (has_nul || row.cells.size() != header.cells.size()) {
    require(decoded.skip == Skip::bad_row);
    return;
  }
  const std::string html = cell_of(header, row, "html");
  const std::string text = html.empty() ? cell_of(header, row, "text") : html;
  require(decoded.page.bytes == text && (decoded.skip == Skip::none) == !text.empty());
  require(decoded.page.id == label_of(cell_of(header, row, "id")));
  require(decoded.page.url == label_of(cell_of(header, row, "url")));
}

// False for names with other kinds of blanks, which the reader trims, or with quotes, which it
// removes.
bool has_plain_names(const PlainRow& header) {
  return std::ranges::all_of(header.cells, [](const std::string& name) {
    return std::ranges::all_of(name, [](char c) { return c >= ' ' && c != '"' && c != 0x7f; });
  });
}

void compare(const std::string& bytes, bool is_tsv) {
  const auto records =
      read_fuzzed(bytes, std::size_t{1} << 20,
                  [&](std::unique_ptr<ByteSource> source) {
                    return csv_records(std::move(source), kFuzzPageBytesMax, is_tsv);
                  },
                  {});
  const std::string_view text = bytes;
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  for (auto row = plain_row(text, at, ','); row && row->is_blank && at < text.size();) {
    at = row->end;
    row = plain_row(text, at, ',');
  }
  if (at == text.size()) return;
  // The slow twin does not know lines that name the separator.
  std::string first(text.substr(at, 5));
  for (char& c : first) c = lower(c);
  if (first.starts_with("sep=") || first == "\"sep=") return;
  auto record = std::ranges::find_if(records, &RawRecord::names_columns);
  require(record != records.end() && record->extent.begin <= at && record->extent.end > at);
  const auto plain = plain_separator(text.substr(at, text.find('\n', at) - at), is_tsv);
  if (record->skip != Skip::none) {
    require(!plain || !plain_row(text, at, *plain));
    return;
  }
  const char separator = record->csv->separator;
  require(!plain || *plain == separator);
  const auto named = plain_row(text, at, separator);
  require(named.has_value());
  const PlainRow& header = *named;
  require(record->extent.end == header.end);
  ++record;
  InputFile file;
  file.kind = is_tsv ? FileKind::tsv : FileKind::csv;
  PageDecoder decoder({.page_bytes_max = kFuzzPageBytesMax});
  for (at = header.end; at < text.size(); ++record) {
    const auto row = plain_row(text, at, separator);
    if (!row || row->end - at > kFuzzPageBytesMax) return;
    require(record != records.end() && record->extent.begin == at &&
            record->extent.end == row->end);
    require((record->role == RecordRole::other) == row->is_blank);
    if (!row->is_blank && has_plain_names(header)) {
      check_row(header, *row, text.substr(at, row->end - at), decoder.decode(file, *record));
    }
    at = row->end;
  }
  require(record == records.end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool is_tsv = data[0] % 2 == 1;
  fuzz_records(data + 1, size - 1, is_tsv ? FileKind::tsv : FileKind::csv,
               [&](std::unique_ptr<ByteSource> source) {
                 return csv_records(std::move(source), kFuzzPageBytesMax, is_tsv);
               });
  compare(std::string(text_of(data + 1, size - 1)), is_tsv);
  return 0;
}
