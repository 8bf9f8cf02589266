// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the pages of a finished run again, from the places that its rows name.
//
// A row has figures and no text. Cost: the file with the page is read from its beginning to the
// page; for a page of an index, the names of the index's files are read as well.

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/corpus/find_page.h"
#include "facsim/report/read_run.h"

namespace facsim {

struct PageAgain {
  std::optional<SelectedPage> found;
  Sentence why_not;  // set if it was not found
};

// `name` as a row has it. If the page cannot be read any more, the result says so and it is not an
// error: the row is still true. If an index has several files of one name, the first that has a
// page with this label or URL counts. Throws Error{cancelled}.
[[nodiscard]] PageAgain read_again(const RunFacts& run, const PageName& name,
                                   const ReadOptions& options,
                                   const std::atomic<bool>* cancelled = nullptr);

// Returns the inputs of the run, at their present paths.
[[nodiscard]] std::vector<std::string> inputs_of(const RunFacts& run);

// The two halves of it for many pages of an index, so that each file is read once. Returns the
// paths that files of these names had when they were added, the first added first; a name that the
// index does not know, or whose file cannot be read again, has no path. Cost: the names of the
// index's files are read once. Throws Error{not_found, io, damaged, unsupported}.
[[nodiscard]] std::map<std::string, std::vector<std::string>> known_paths(
    const std::string& index, const std::set<std::string>& names);
// True if the found page has the name in the row: its label or its URL.
[[nodiscard]] bool has_name_of_row(const PageName& found, const PageName& row);

// Searches all inputs for the page with this id, or else with this URL; returns nothing if not
// found. Cost: the inputs are read to their end. Throws Error{cancelled}; an input, or a file of a
// folder, that cannot be read is skipped, and `unread` reports it.
struct PageWithName {
  std::optional<SelectedPage> found;
  std::vector<std::string> near_urls;  // similar URLs, if no page was found
  Sentence unread;  // the first input that could not be searched, and why; or empty
};
[[nodiscard]] PageWithName find_by_name(const RunFacts& run, const std::string& word,
                                        const ReadOptions& options,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace facsim
