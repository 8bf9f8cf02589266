// SPDX-License-Identifier: Apache-2.0
// CSV and TSV: a record is a row, and its extent includes the line break.
//
// A row with broken quotes costs only its first line; reading continues at the next. So an unclosed
// quote never removes another row, and every row that it costs is counted. Memory: one row, at most
// `row_bytes_max`.
#include <algorithm>

#include "facsim/base/limits.h"
#include "facsim/input/byte_window_internal.h"
#include "facsim/input/csv_internal.h"
#include "facsim/input/readers_internal.h"

namespace facsim {
namespace {

// Rows are scanned again if quotes are broken, up to this multiple of the bytes passed.
constexpr std::uint64_t kScannedAgainFactor = 8;
// The number of lines that decide whether a quote was forgotten or a cell is long.
constexpr std::size_t kLinesAsked = 100;

class CsvReader final : public RecordReader {
 public:
  CsvReader(std::unique_ptr<ByteSource> source, std::size_t row_bytes_max, bool is_tsv,
            std::uint64_t large_bytes_max)
      : window_(std::move(source)),
        row_bytes_max_(row_bytes_max),
        large_bytes_max_(large_bytes_max),
        is_tsv_(is_tsv) {}

  bool next(RawRecord& record) override {
    if (window_.fill(1).empty()) return false;
    begin_record(record, RecordRole::page, window_.position());
    record.csv = header_;
    if (!header_) {
      read_first(record);
    } else {
      read_row(record);
    }
    record.extent.end = window_.position();
    return true;
  }

  std::optional<Damage> damage() const override { return window_.source().damage(); }
  std::uint64_t packed_position() const override { return window_.source().packed_position(); }

 private:
  // A row, as far as it may be in memory; the same however the stream arrives.
  struct Held {
    std::string_view bytes;
    bool is_end = false;  // no more bytes follow
  };

  // Blank lines and the row that names the columns are always copied. A first row that never ends
  // names no columns; its first line is skipped.
  void read_first(RawRecord& record) {
    record.role = RecordRole::other;
    const Held held = fill(limits::kCsvHeaderBytesMax);
    const std::string_view table = table_begin(held.bytes);
    if (is_blank_row(without_line_break(table))) {
      if (held.is_end) return window_.consume(held.bytes.size());
      return pass_line();
    }
    const std::size_t before = held.bytes.size() - table.size();
    auto first = read_first_row(table, held.is_end, is_tsv_);
    CsvHeader header = first ? std::move(first->header) : CsvHeader{};
    header.has_lone_cr = has_lone_cr(first ? table.substr(0, first->bytes) : table);
    header_ = std::make_shared<const CsvHeader>(std::move(header));
    record.csv = header_;
    record.names_columns = true;
    if (first) return window_.consume(before + first->bytes);
    record.role = RecordRole::page;
    record.skip = Skip::bad_row;
    window_.consume(before);
    pass_line();
  }

  void read_row(RawRecord& record) {
    CsvScan scan(header_->separator);
    std::size_t scanned = 0;
    // Space for the line break of a row of the maximum length.
    const std::size_t most = row_bytes_max_ + 2;
    Held held;
    do {
      held = fill(std::min(most, scanned + 1), most);
      scanned += scan.walk(held.bytes.substr(scanned));
    } while (scan.state() != CsvScan::State::ended && scan.state() != CsvScan::State::broken &&
             scanned < most && !held.is_end);
    if (scan.state() == CsvScan::State::ended || (held.is_end && scan.may_end())) {
      take_row(record, held.bytes.substr(0, scanned));
    } else if (scan.state() == CsvScan::State::broken ||
               (scan.state() == CsvScan::State::quoted && is_quote_forgotten(held))) {
      pass_broken(record, scanned);
    } else if (held.is_end) {
      take_cut(record, scanned);
    } else {
      pass_long(record, scan, scanned);
    }
  }

  void take_row(RawRecord& record, std::string_view row) {
    const std::string_view cells = without_line_break(row);
    const bool has_break = row.ends_with('\n');
    if (is_blank_row(cells)) {
      record.role = RecordRole::other;
    } else if (cells.size() > row_bytes_max_) {
      record.skip = Skip::too_large;
      if (has_break || !window_.source().damage()) {
        LargeRow large(header_->separator, large_bytes_max_);
        large.add(cells);
        large.finish(record.bytes, record.large);
      }
    } else if (!has_break && window_.source().damage()) {
      record.role = RecordRole::damaged;
      record.skip = Skip::clipped_record;
    } else {
      record.bytes.assign(cells);
    }
    window_.consume(row.size());
  }

  // The file ends within quotes.
  void take_cut(RawRecord& record, std::size_t bytes) {
    const bool is_damaged = window_.source().damage().has_value();
    if (is_damaged) record.role = RecordRole::damaged;
    record.skip = is_damaged ? Skip::clipped_record : Skip::bad_row;
    if (!is_damaged) note_backslash(record, bytes);
    window_.consume(bytes);
  }

  void pass_broken(RawRecord& record, std::size_t scanned) {
    record.skip = Skip::bad_row;
    note_backslash(record, scanned);
    scanned_again_ += scanned;
    // Hostile rows could make every line cost a long scan; then the scanned bytes are skipped at
    // once.
    const std::uint64_t most =
        kScannedAgainFactor * (window_.position() + scanned) + 2 * row_bytes_max_;
    if (scanned_again_ > most) window_.consume(scanned);
    pass_line();
  }

  // Other writers write a quote within quotes as \".
  void note_backslash(RawRecord& record, std::size_t scanned) {
    if (window_.fill(scanned).substr(0, scanned).find("\\\"") == std::string_view::npos) return;
    if (!backslash_header_) {
      CsvHeader header = *header_;
      header.has_backslash_quote = true;
      backslash_header_ = std::make_shared<const CsvHeader>(std::move(header));
    }
    record.csv = backslash_header_;
  }

  // Skips a row that is too long without storing it.
  void pass_long(RawRecord& record, CsvScan scan, std::size_t scanned) {
    record.skip = Skip::too_large;
    LargeRow large(header_->separator, large_bytes_max_);
    large.add(window_.fill(scanned).substr(0, scanned));
    window_.consume(scanned);
    while (scan.state() != CsvScan::State::ended) {
      if (scan.state() == CsvScan::State::broken) return pass_line();
      const std::string_view view = window_.fill(1);
      if (view.empty() && (!scan.may_end() || window_.source().damage())) return;
      if (view.empty()) break;
      const std::size_t bytes = scan.walk(view);
      large.add(view.substr(0, bytes));
      window_.consume(bytes);
    }
    large.finish(record.bytes, record.large);
  }

  // Skips past the next line break.
  void pass_line() {
    for (;;) {
      const std::string_view view = window_.fill(1);
      const std::size_t line_end = view.find('\n');
      if (line_end != std::string_view::npos) return window_.consume(line_end + 1);
      if (view.empty()) return;
      window_.consume(view.size());
    }
  }

  // The end of a quoted cell is not in view: the quote was forgotten, or the cell is long. The
  // lines after the first decide: rows have as many columns as the header row.
  [[nodiscard]] bool is_quote_forgotten(const Held& held) const {
    const std::size_t first_end = held.bytes.find('\n');
    if (first_end == std::string_view::npos) return false;
    std::string_view rest = held.bytes.substr(first_end + 1);
    // In a table of one column every line is a row: a text of that length has a quote somewhere.
    if (header_->columns.size() < 2) {
      return !held.is_end && rest.find('"') == std::string_view::npos;
    }
    std::size_t lines = 0;
    std::size_t rows = 0;
    while (lines < kLinesAsked) {
      const std::size_t line_end = rest.find('\n');
      if (line_end == std::string_view::npos && !held.is_end) break;
      const std::string_view line = rest.substr(0, line_end);
      if (!is_blank_row(line)) {
        ++lines;
        rows += count_cells(line, header_->separator) == header_->columns.size();
      }
      if (line_end == std::string_view::npos) break;
      rest.remove_prefix(line_end + 1);
    }
    return lines > 0 && rows * 10 >= lines * 9;
  }

  Held fill(std::size_t bytes_min, std::size_t bytes_max) {
    const std::string_view view = window_.fill(bytes_min);
    return {view.substr(0, bytes_max), view.size() < bytes_min};
  }
  Held fill(std::size_t bytes) {
    const std::string_view view = window_.fill(bytes + 1);
    return {view.substr(0, bytes), view.size() <= bytes};
  }

  ByteWindow window_;
  std::size_t row_bytes_max_;
  std::uint64_t large_bytes_max_;
  bool is_tsv_;
  std::shared_ptr<const CsvHeader> header_;
  std::shared_ptr<const CsvHeader> backslash_header_;  // for rows with such a quote
  std::uint64_t scanned_again_ = 0;
};

}  // namespace

std::unique_ptr<RecordReader> csv_records(std::unique_ptr<ByteSource> source,
                                          std::size_t page_bytes_max, bool is_tsv,
                                          std::uint64_t large_bytes_max) {
  return std::make_unique<CsvReader>(std::move(source), page_bytes_max, is_tsv, large_bytes_max);
}

}  // namespace facsim
