// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page about a result folder, for report and dedup --report: its allowed places, and how it is
// made.

#include <string>
#include <vector>

#include "apps/settings.h"

namespace facsim {

// Places that must not contain the page of a run.
struct RunPlaces {
  std::string output;
  std::vector<std::string> inputs;  // "-" is ignored
  std::string index;                // empty: none
};

// Checks the place before the page is made. In the output folder the next run could read the page
// as input, and over a row, an input or a segment it would destroy data. Links and relative names
// are resolved, also for paths that do not exist yet. Throws Error{invalid_argument}; `flag` is the
// flag that the remedy names.
void require_page_outside(const std::string& path, const std::string& flag,
                          const RunPlaces& places);

// Checks the file name before the page is made. Throws Error{invalid_argument} for a folder,
// Error{not_found} if the parent folder is missing, Error{already_exists} if the file exists and
// `force` is not set; `flag` is the flag that the remedy names.
void require_page_place(const std::string& path, const std::string& flag, bool force);

// Reads the result in `folder` and its inputs again, and writes the page, whole or not at all.
// Reports on standard error how many pairs it shows and what the page cannot show. Throws
// Error{not_found, damaged, no_space, io, cancelled}.
void write_review_page(const std::string& folder, const std::string& path,
                       const Settings& settings);

}  // namespace facsim
