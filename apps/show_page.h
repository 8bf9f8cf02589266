// SPDX-License-Identifier: Apache-2.0
#pragma once
// The findings of `facsim show`, printed for people and for programs.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "apps/json.h"
#include "apps/show_search.h"
#include "apps/terminal.h"
#include "facsim/compare.h"
#include "facsim/corpus/find_page.h"

namespace facsim {

// A removed or reported page and its representative.
struct ShownPair {
  bool is_removed = false;
  ShownRow row;
  Profile profile;  // the run's profile
  std::array<SelectedPage, 2> pages;
  std::optional<Comparison> measured;  // set if both pages could be read again
  std::vector<std::string> notes;      // what could not be read, and what differs from the row
};

struct ShownPage {
  PageName name;
  std::string mode;  // the run's mode
  std::optional<ShownPair> pair;
  std::optional<SkippedRow> skipped;
  WentRows went;  // the pages that were removed for this kept page
  NamedBy by = NamedBy::place;
  std::vector<Namesake> namesakes;  // all pages with its id or URL, including it, if several
  bool has_more_namesakes = false;
  bool is_in_rows = true;      // false: the page was found in the inputs
  bool names_another = false;  // a record that describes another one
};

// One sentence for each figure of the row that the texts, read again, do not confirm.
[[nodiscard]] std::vector<std::string> differences(const ShownPair& pair);

[[nodiscard]] std::string shown_text(const ShownPage& page, std::size_t passages_max,
                                     const Terminal& terminal);
[[nodiscard]] OrderedJson shown_json(const ShownPage& page, std::size_t passages_max);

}  // namespace facsim
