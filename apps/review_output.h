// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page about a result folder: where it may go, and how it is made. For report and for dedup
// --report.

#include <string>
#include <vector>

#include "apps/settings.h"

namespace facsim {

// Where the page of a run may not lie.
struct RunPlaces {
  std::string output;
  std::vector<std::string> inputs;  // "-" is none
  std::string index;                // empty: none
};

// Before the work of making it: in the output folder the page would stand among what is read as
// pages again, and over a row, an input or a segment it would be a loss. Links and relative names
// are followed, also of what is not there yet. Throws Error{invalid_argument}; `flag` names the
// page's file in the remedy.
void require_page_outside(const std::string& path, const std::string& flag,
                          const RunPlaces& places);

// Before the work of making it. Throws Error{invalid_argument} for a folder, Error{not_found} where
// the folder of the file is not there, Error{already_exists} where there is one of that name;
// `flag` names the page's file in the remedy.
void require_page_place(const std::string& path, const std::string& flag, bool force);

// Reads the result in `folder` and its inputs again, and writes the page, whole or not at all. Says
// on standard error what it came to, and what the page cannot show. Throws Error{not_found,
// damaged, no_space, io, cancelled}.
void write_review_page(const std::string& folder, const std::string& path,
                       const Settings& settings);

}  // namespace facsim
