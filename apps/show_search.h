// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the rows of a result say of one page.
//
// Files of rows are streamed: two readings of duplicates.jsonl at most, one of the others, and the
// memory of what is shown.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/json.h"
#include "facsim/model/match.h"
#include "facsim/report/read_run.h"

namespace facsim {

// A page as the user names it: FILE:OFFSET, its id, or its URL.
struct PageWord {
  std::string word;
  std::optional<std::uint64_t> offset;  // where it may be FILE:OFFSET
  std::string file;
};
[[nodiscard]] PageWord page_word(const std::string& word);

// FILE:OFFSET, as page_word() takes it apart.
[[nodiscard]] std::string place_of(const PageName& page);

struct ShownRow {
  PairRow pair;
  OrderedJson members;  // all of them; the figures are there as rows have them, or not at all
};

// Pages that went for a kept one.
struct WentRows {
  std::uint64_t count = 0;
  std::array<std::uint64_t, kKindCount> kinds{};
  std::vector<ShownRow> first;
};

// By what a word names a page.
enum class NamedBy { place, id, url };

// One of several pages of the same id or URL.
struct Namesake {
  PageName page;
  bool is_removed = false;
};

struct RowsOfPage {
  std::optional<ShownRow> removed;   // else
  std::optional<ShownRow> reported;  // else
  std::optional<PageName> kept;      // a representative of others
  std::optional<SkippedRow> skipped;
  NamedBy by = NamedBy::place;
  std::vector<Namesake> namesakes;  // of this id or URL, the shown one first; none of a place
  bool has_more_namesakes = false;

  [[nodiscard]] bool is_empty() const { return !removed && !reported && !kept && !skipped; }
};

// FILE:OFFSET wins over an id that looks like one, an id over a URL; of several pages with one id
// or URL the first removed, else the first reported, else the first kept. Throws Error{not_found,
// damaged, io, cancelled}; damage is named with file and line.
[[nodiscard]] RowsOfPage rows_of_page(const std::string& folder, const PageWord& wanted);

// The rows of the pages that were removed for `kept`, `count_max` of them in full.
[[nodiscard]] WentRows rows_for(const std::string& folder, const PageName& kept,
                                std::size_t count_max);

// What the rows have that may have been meant: the URLs that are nearly the word, else the three
// nearest ids and URLs.
[[nodiscard]] std::vector<std::string> nearest_names(const std::string& folder,
                                                     const std::string& word);

}  // namespace facsim
