// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of a finished run, read again where its rows say that they stand.
//
// A row has figures and no text. Cost: the file that holds a page is read from its front to the
// page; of a page that an index remembers, the names of the index's files are read as well.

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
  Sentence why_not;  // a sentence where it was not found
};

// `name` as a row has it. What cannot be read any more is a value, not an error: the row is still
// true. Of several files of one name in an index the first that has a page with this label or URL
// counts. Throws Error{cancelled}.
[[nodiscard]] PageAgain read_again(const RunFacts& run, const PageName& name,
                                   const ReadOptions& options,
                                   const std::atomic<bool>* cancelled = nullptr);

// The inputs of the run, where they are now.
[[nodiscard]] std::vector<std::string> inputs_of(const RunFacts& run);

// The two halves of it for many pages of an index, whose files are then read once each. Where files
// of these names stood when they were added, the first added first; a name that the index does not
// know, or nobody can read again, has no path. Cost: the names of the index's files are read once.
// Throws Error{not_found, io, damaged, unsupported}.
[[nodiscard]] std::map<std::string, std::vector<std::string>> known_paths(
    const std::string& index, const std::set<std::string>& names);
// Whether a page that was found is called as the row has it: by its label or its URL.
[[nodiscard]] bool has_name_of_row(const PageName& found, const PageName& row);

// The page of the inputs with this id, else of this URL, looked for in all of them; nothing where
// there is none. Cost: the inputs are read to their end. Throws Error{cancelled}; an input, or a
// file of a folder, that cannot be read is passed over, and `unread` says so.
struct PageWithName {
  std::optional<SelectedPage> found;
  std::vector<std::string> near_urls;  // of pages that may be meant, where none was found
  Sentence unread;  // the first input that could not be searched, and why; or empty
};
[[nodiscard]] PageWithName find_by_name(const RunFacts& run, const std::string& word,
                                        const ReadOptions& options,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace facsim
