// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages out of rows of any Python object: texts, dicts, Arrow tables.

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "facsim/model/read_options.h"
#include "facsim/page_source.h"

namespace facsim::python {

// Which member of a dict, or column of a table, is what; empty: none.
struct RowFields {
  std::string text = "text";
  std::string html;
  std::string id;
  std::string url;
  std::string time;   // seconds since 1970, or an Arrow time
  std::string keep;   // the number that Keep::field orders by
  std::string count;  // what pages are counted by
  // Each of them need not be there, but one of text and html must.
  bool as_there = false;
};

// A page a row, also for rows without a text. Its next() is called with the interpreter's lock, and
// no more behind the end: CallerRows (watched.h) sees to both.
//
// Throws TypeError and KeyError, here or while it is read, that name the row or the column.
[[nodiscard]] std::unique_ptr<PageSource> pages_of(nanobind::handle data, const RowFields& fields);

// The same of files; a name that is empty is the program's own.
[[nodiscard]] ReadOptions read_options_of(const RowFields& fields);

}  // namespace facsim::python
