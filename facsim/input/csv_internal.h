// SPDX-License-Identifier: Apache-2.0
#pragma once
// The grammar of CSV (RFC 4180): where a row ends, which cells it has. Private to this room.
//
// A cell that begins with a quote ends with one; in between line breaks and separators are text,
// and two quotes are one. A quote inside a cell that does not begin with one is text. Rows end with
// LF or CRLF; a lone CR is text. Nothing may stand between a closing quote and the separator: that
// is the sign by which a quote that nobody closed shows.
//
// Written here and not taken from a library: those give cells, not the places of rows in the bytes,
// and read on to the end of the file where a quote is not closed.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// What the first row says. Shared by all rows of a file.
struct CsvHeader {
  std::vector<std::string> columns;  // without the white space around them
  char separator = ',';
  bool has_lone_cr = false;  // in the row, or in what there is of one that never ends
  // Given to rows that are broken and have a quote behind a backslash, as no table has one.
  bool has_backslash_quote = false;
};

// Walks through a row that comes in pieces.
class CsvScan {
 public:
  enum class State {
    cell_begins,
    plain,
    quoted,
    closing,     // behind a quote within a quoted cell
    closing_cr,  // behind that and a CR
    ended,       // behind the line break
    broken,      // what follows a closing quote is no separator
  };

  explicit CsvScan(char separator) : separator_(separator) {}

  // Walks on; stops behind the row's line break, or at what breaks it. Returns how many bytes of
  // `piece` belong to the row.
  std::size_t walk(std::string_view piece);

  [[nodiscard]] State state() const noexcept { return state_; }
  // At the end of the stream: every cell is whole.
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

// Cuts a row, which has no line break at its end, into its cells as they are written. One at a
// time: a row of nothing but separators has as many cells as bytes, and a list of them would take
// sixteen times the row.
class RowCells {
 public:
  RowCells(std::string_view row, char separator) : row_(row), separator_(separator) {}

  // False behind the last; an empty row has one cell.
  [[nodiscard]] bool next(std::string_view& cell);

 private:
  std::string_view row_;
  char separator_;
  std::size_t begin_ = 0;
};
[[nodiscard]] std::size_t count_cells(std::string_view row, char separator);

// What a cell says: without its quotes, and two of them as one.
[[nodiscard]] std::string cell_text(std::string_view cell);

struct CsvFirstRow {
  std::size_t bytes = 0;  // with its line break
  CsvHeader header;
};

// The first row of a table, which is to name the columns. The separator is a comma where one stands
// outside of quotes, else a semicolon, a tab or a bar where one does: spreadsheets write what their
// country does; `is_tsv`: a tab. Nothing where the row does not end in `text`; `whole` says that no
// more comes. A line `sep=;` in front decides, and belongs to the row's bytes.
[[nodiscard]] std::optional<CsvFirstRow> read_first_row(std::string_view text, bool whole,
                                                        bool is_tsv);

// Without marks and blank lines in front: how a table begins.
[[nodiscard]] std::string_view table_begin(std::string_view beginning) noexcept;

// A spreadsheet's first line `sep=;`, which names the separator and is no row. `bytes` with its
// line break; 0: there is none.
struct SeparatorLine {
  std::size_t bytes = 0;
  char separator = ',';
};
// `table` as table_begin() gives it. Any separator but a quote, a letter, a digit and white space
// other than a tab.
[[nodiscard]] SeparatorLine separator_line(std::string_view table) noexcept;

// Nothing but spaces, and what is left of its line break.
[[nodiscard]] bool is_blank_row(std::string_view row) noexcept;
[[nodiscard]] std::string_view without_line_break(std::string_view row) noexcept;
[[nodiscard]] bool has_lone_cr(std::string_view text) noexcept;

// The columns' names with commas, as one reads them in a warning; of many or long ones the first.
[[nodiscard]] std::string names_of_columns(const CsvHeader& header);

}  // namespace facsim
