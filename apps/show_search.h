// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a result about one page.
//
// Row files are streamed: duplicates.jsonl is read at most twice, the others once. Memory holds
// only what is shown.

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
  std::optional<std::uint64_t> offset;  // set if the word may be FILE:OFFSET
  std::string file;
};
[[nodiscard]] PageWord page_word(const std::string& word);

// FILE:OFFSET, in the form that page_word() parses.
[[nodiscard]] std::string place_of(const PageName& page);

struct ShownRow {
  PairRow pair;
  OrderedJson members;  // all members; figures are as rows have them, or absent
};

// Pages that were removed for a kept page.
struct WentRows {
  std::uint64_t count = 0;
  std::array<std::uint64_t, kKindCount> kinds{};
  std::vector<ShownRow> first;
};

// How a word names a page.
enum class NamedBy { place, id, url };

// One of several pages with the same id or URL.
struct Namesake {
  PageName page;
  bool is_removed = false;
};

struct RowsOfPage {
  // At most one of the three is set.
  std::optional<ShownRow> removed;
  std::optional<ShownRow> reported;
  std::optional<PageName> kept;  // a representative of others
  std::optional<SkippedRow> skipped;
  NamedBy by = NamedBy::place;
  std::vector<Namesake> namesakes;  // pages with this id or URL, the shown one first; else empty
  bool has_more_namesakes = false;

  [[nodiscard]] bool is_empty() const { return !removed && !reported && !kept && !skipped; }
};

// FILE:OFFSET takes precedence over an id that looks like one, an id over a URL. Of several pages
// with one id or URL, the first removed page is chosen, else the first reported, else the first
// kept. Throws Error{not_found, damaged, io, cancelled}; damage is reported with file and line.
[[nodiscard]] RowsOfPage rows_of_page(const std::string& folder, const PageWord& wanted);

// The pages that were removed for `kept`: their number, and the first `count_max` rows in full.
[[nodiscard]] WentRows rows_for(const std::string& folder, const PageName& kept,
                                std::size_t count_max);

// Names in the rows that the user may have meant: the URLs that nearly equal the word, else the
// three nearest ids and URLs.
[[nodiscard]] std::vector<std::string> nearest_names(const std::string& folder,
                                                     const std::string& word);

}  // namespace facsim
