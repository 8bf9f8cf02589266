// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page in, the same page edited in known ways and degrees out: duplicates whose truth is known.
//
// What is edited are the units of the judged text, at the bytes where they stand: in a text
// everywhere, in HTML in the text of the main content, so that the markup stays whole. New words
// are taken from another page, and never such as the page has itself, so that nothing that was put
// in can be taken for something that was left.
//
// `unedited` is the share of the longer of both pages that stands in both in the same order: units
// left / units of the longer. It is known from the edit, not measured. A menu, a wrapper or a host
// page around the main content of HTML leaves that content as it was: 1, or for a host its share.
//
// Deterministic: the same page, partner and seed give the same edits. Pure; any thread.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/eval/editable_page.h"
#include "facsim/model/page.h"
#include "facsim/page/analysis.h"

namespace facsim {

// Shorter pages have no room for degrees.
inline constexpr std::size_t kEditableUnitsMin = 40;

// Nothing for pages of fewer units, and for HTML that is not UTF-8 or whose main text cannot be
// found again in it: its text can still be edited as a text.
[[nodiscard]] std::optional<EditablePage> editable(const Page& page, PageAnalyzer& analyzer);

struct PageEdit {
  std::string name;   // date, menu, inserted, deleted, reordered, truncated, wrapped, embedded,
                      // scattered, block
  double degree = 0;  // the share of units that it was to change, where it has one
  double unedited = 1;
  PageFormat format = PageFormat::text;
  std::string source;
};

// All edits of a page: `partner` gives new words and is what the page is embedded in; without one
// words are made up and embedding is left out. An edit that its page has no room for is left out.
[[nodiscard]] std::vector<PageEdit> edits_of(const EditablePage& page, const EditablePage* partner,
                                             std::uint64_t seed);

}  // namespace facsim
