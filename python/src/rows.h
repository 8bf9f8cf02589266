// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages from rows of any Python object: texts, dicts, Arrow tables.

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "facsim/model/read_options.h"
#include "facsim/page_source.h"

namespace facsim::python {

// The members of a dict, or columns of a table, by meaning; an empty name means none.
struct RowFields {
  std::string text = "text";
  std::string html;
  std::string id;
  std::string url;
  std::string time;               // seconds since 1970, or an Arrow time
  std::vector<std::string> keep;  // the numbers that Keep::field orders by
  std::string status;             // the HTTP status; any other value is ignored
  std::string judged_statuses;    // ReadOptions::judged_statuses
  std::string count;              // the field that pages are counted by
  // If set, any of them may be missing, but one of text and html must exist.
  bool as_there = false;
};

// Called with the interpreter's lock as soon as the first 1,000 rows lack some members; an
// exception in it ends the reading.
using WarnOfRows = std::function<void(const std::string& sentence)>;

// Names of members or columns may have dots, which lead into a dict or struct, as in the fields of
// JSON records.
//
// Each row becomes a page, also a row without a text. A text that is not Unicode (a str with a lone
// surrogate) becomes a page that is_damaged, without bytes. Call next() with the interpreter's
// lock, and not again after the end; CallerRows (watched.h) ensures both.
//
// Throws TypeError and KeyError, here or during the reading, that name the row or the column.
// `strict`: throws UnicodeEncodeError for a lone surrogate.
[[nodiscard]] std::unique_ptr<PageSource> pages_of(nanobind::handle data, const RowFields& fields,
                                                   bool strict = false, WarnOfRows warn = {});

// The page of one row, read with `strict`.
[[nodiscard]] Page page_of(nanobind::handle row, const RowFields& fields);

// The fields for files; an empty name means the program's default.
[[nodiscard]] ReadOptions read_options_of(const RowFields& fields);
// The same, with ReadOptions::named_fields set to the fields that the caller chose. An empty html,
// id or url was not chosen, and neither was the default name of the text.
[[nodiscard]] ReadOptions named_read_options_of(const RowFields& fields);

}  // namespace facsim::python
