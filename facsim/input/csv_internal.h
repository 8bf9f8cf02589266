// SPDX-License-Identifier: Apache-2.0
#pragma once
// The grammar of CSV (RFC 4180): where a row ends, and which cells it has. Private to this room.
//
// A cell that begins with a quote ends with one; line breaks and separators inside are text, and
// two quotes mean one. A quote inside a cell that does not begin with one is text. Rows end with LF
// or CRLF; a lone CR is text. No byte may follow a closing quote before the separator: this is how
// an unclosed quote is detected.
//
// Written here because libraries return cells, not the offsets of rows, and read on to the end of
// the file if a quote is not closed.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// The contents of the first row. Shared by all rows of a file.
struct CsvHeader {
  std::vector<std::string> columns;  // without surrounding white space
  char separator = ',';
  bool has_lone_cr = false;  // in the row, or in the visible part of a row that never ends
  // Set for broken rows that contain a quote after a backslash, which standard CSV does not use.
  bool has_backslash_quote = false;
};

// Scans a row that arrives in pieces.
class CsvScan {
 public:
  enum class State {
    cell_begins,
    plain,
    quoted,
    closing,     // after a quote within a quoted cell
    closing_cr,  // after that and a CR
    ended,       // past the line break
    broken,      // a closing quote is not followed by a separator
  };

  explicit CsvScan(char separator) : separator_(separator) {}

  // Scans on; stops past the row's line break, or at the byte that breaks the row. Returns how many
  // bytes of `piece` belong to the row.
  std::size_t walk(std::string_view piece);

  [[nodiscard]] State state() const noexcept { return state_; }
  // At the end of the stream: true if every cell is complete.
  [[nodiscard]] bool may_end() const noexcept {
    return state_ != State::quoted && state_ != State::broken;
  }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }

 private:
  void step(char c);

  char separator_;
  State state_ = State::cell_begins;
  std::size_t columns_ = 1;
};

// Splits a row, without its line break, into its raw cells. One at a time: a row that contains only
// separators has as many cells as bytes, and a list of them would take sixteen times the row.
class RowCells {
 public:
  RowCells(std::string_view row, char separator) : row_(row), separator_(separator) {}

  // False after the last cell; an empty row has one cell.
  [[nodiscard]] bool next(std::string_view& cell);

 private:
  std::string_view row_;
  char separator_;
  std::size_t begin_ = 0;
};
[[nodiscard]] std::size_t count_cells(std::string_view row, char separator);

// Decodes a cell: removes its quotes, and replaces two quotes by one.
[[nodiscard]] std::string cell_text(std::string_view cell);

struct CsvFirstRow {
  std::size_t bytes = 0;  // including its line break
  CsvHeader header;
};

// Reads the first row of a table, which names the columns. The separator is a comma if there is one
// outside of quotes, else a semicolon, a tab or a bar: spreadsheets use what is usual in their
// country. With `is_tsv` it is a tab. A line `sep=;` before the row overrides this, and its bytes
// count to the row. Returns nullopt if the row does not end in `text`; `whole` means that no more
// bytes follow.
[[nodiscard]] std::optional<CsvFirstRow> read_first_row(std::string_view text, bool whole,
                                                        bool is_tsv);

// Skips a byte-order mark and blank lines before a table.
[[nodiscard]] std::string_view table_begin(std::string_view beginning) noexcept;

// A spreadsheet's first line `sep=;`, which names the separator and is not a row. `bytes` includes
// its line break; 0: no such line.
struct SeparatorLine {
  std::size_t bytes = 0;
  char separator = ',';
};
// `table` as table_begin() returns it. Any separator is accepted except a quote, a letter, a digit,
// and white space other than a tab.
[[nodiscard]] SeparatorLine separator_line(std::string_view table) noexcept;

// True if the row has only spaces, and possibly a rest of its line break.
[[nodiscard]] bool is_blank_row(std::string_view row) noexcept;
[[nodiscard]] std::string_view without_line_break(std::string_view row) noexcept;
[[nodiscard]] bool has_lone_cr(std::string_view text) noexcept;

// The names of the columns separated by commas, for warnings; only the first if they are many or
// long.
[[nodiscard]] std::string names_of_columns(const CsvHeader& header);

}  // namespace facsim
