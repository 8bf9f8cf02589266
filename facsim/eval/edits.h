// SPDX-License-Identifier: Apache-2.0
#pragma once
// Edits a page in known ways and degrees: makes duplicates whose truth is known.
//
// The edits change units of the judged text at their bytes: everywhere in a text, in HTML only in
// the text of the main content, so that the markup stays whole. New words are taken from another
// page, and never such that the page has itself, so that an inserted word cannot be mistaken for
// one that was left.
//
// `unedited` is the share of the longer of both pages that is in both in the same order: units left
// / units of the longer. It is known from the edit, not measured. A menu, a wrapper or a host page
// around the main content of HTML leaves that content unchanged: 1, or its share of a host page.
//
// Deterministic: the same page, partner and seed give the same edits. Pure; callable from any
// thread.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/eval/editable_page.h"
#include "facsim/model/page.h"
#include "facsim/page/analysis.h"

namespace facsim {

// Shorter pages are too short for degrees.
inline constexpr std::size_t kEditableUnitsMin = 40;

// std::nullopt for pages of fewer units, and for HTML that is not UTF-8 or whose main text cannot
// be located in it: its text can still be edited as a text.
[[nodiscard]] std::optional<EditablePage> editable(const Page& page, PageAnalyzer& analyzer);

struct PageEdit {
  std::string name;   // date, menu, inserted, deleted, reordered, truncated, wrapped, embedded,
                      // scattered, block
  double degree = 0;  // the share of units that it should change, if it has one
  double unedited = 1;
  PageFormat format = PageFormat::text;
  std::string source;
};

// Returns all edits of a page. `partner` provides new words and the page for embedding; without a
// partner, words are invented and embedding is left out. Edits that do not fit into the page are
// left out.
[[nodiscard]] std::vector<PageEdit> edits_of(const EditablePage& page, const EditablePage* partner,
                                             std::uint64_t seed);

}  // namespace facsim
