// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages out of rows of any Python object: texts, dicts, Arrow tables.

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "facsim/model/read_options.h"
#include "facsim/page_source.h"

namespace facsim::python {

// Which member of a dict, or column of a table, is what; empty: none.
struct RowFields {
  std::string text = "text";
  std::string html;
  std::string id;
  std::string url;
  std::string time;               // seconds since 1970, or an Arrow time
  std::vector<std::string> keep;  // the numbers that Keep::field orders by
  std::string status;             // the HTTP status; what is none says nothing
  std::string judged_statuses;    // ReadOptions::judged_statuses
  std::string count;              // what pages are counted by
  // Each of them need not be there, but one of text and html must.
  bool as_there = false;
};

// Hears at once of members that the first 1,000 rows do not have, with the interpreter's lock; what
// it raises ends the reading.
using WarnOfRows = std::function<void(const std::string& sentence)>;

// Which member or column: a dot leads into a dict or struct, as in the fields of JSON records.
//
// A page a row, also for rows without a text. A text that is no Unicode (a str with a lone
// surrogate) makes a page that is_damaged, without bytes. Its next() is called with the
// interpreter's lock, and no more behind the end: CallerRows (watched.h) sees to both.
//
// Throws TypeError and KeyError, here or while it is read, that name the row or the column.
// `strict`: throws UnicodeEncodeError for a lone surrogate.
[[nodiscard]] std::unique_ptr<PageSource> pages_of(nanobind::handle data, const RowFields& fields,
                                                   bool strict = false, WarnOfRows warn = {});

// The page of one row, strictly.
[[nodiscard]] Page page_of(nanobind::handle row, const RowFields& fields);

// The fields for files; a name that is empty is the program's own.
[[nodiscard]] ReadOptions read_options_of(const RowFields& fields);
// With those that the caller chose among ReadOptions::named_fields; an html, id or url that is
// empty was not, and neither was the name of the text that is there by default.
[[nodiscard]] ReadOptions named_read_options_of(const RowFields& fields);

}  // namespace facsim::python
