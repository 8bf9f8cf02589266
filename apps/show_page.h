// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `facsim show` found, and how it is told: to a person and to a machine.

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
  Profile profile;  // of the run
  std::array<SelectedPage, 2> pages;
  std::optional<Comparison> measured;  // where both could be read again
  std::vector<std::string> notes;      // what could not, and what is not as the row says
};

struct ShownPage {
  PageName name;
  std::string mode;  // of the run
  std::optional<ShownPair> pair;
  std::optional<SkippedRow> skipped;
  WentRows went;  // of a page that stays
  NamedBy by = NamedBy::place;
  std::vector<Namesake> namesakes;  // where its id or URL is that of others too, it among them
  bool has_more_namesakes = false;
  bool is_in_rows = true;      // else the inputs were searched for it
  bool names_another = false;  // a record that tells of another one
};

// Where the texts that were read do not measure what the row says: a sentence each.
[[nodiscard]] std::vector<std::string> differences(const ShownPair& pair);

[[nodiscard]] std::string shown_text(const ShownPage& page, std::size_t passages_max,
                                     const Terminal& terminal);
[[nodiscard]] OrderedJson shown_json(const ShownPage& page, std::size_t passages_max);

}  // namespace facsim
