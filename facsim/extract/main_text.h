// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which blocks of a page are its content, and which are menus, banners, teasers and footers?
//
// By text and link density (the idea of Kohlschütter, Fankhauser, Nejdl, WSDM 2010), after what the
// markup itself says of its parts:
//
//   1. A block is running text if it has ten words or more outside its links, and less than half
//      of its characters are in links. Headings (of 30 words or less) and captions are not.
//   2. Where <main> holds a quarter of the page's running text, only <main> counts; where one
//      <article> holds half of what is left, only that article.
//   3. Asides (nav, header, footer, aside, form) and what a class or id calls an extra (hints.h)
//      are dropped, unless they hold more than half of the running text: then they are wrappers.
//   4. Of that, the smallest element that holds nine tenths of the running text; four fifths where
//      neither <main> nor <article> was of use.
//   5. From the first block of running text to the last, everything stays that is not mostly links
//      (headings, captions, table cells, code; and links, if they stand in a sentence), and up to
//      three short blocks before and after. Before the element of step 4, of these only headings,
//      items, cells and code: titles and signatures, not bylines and dates.
//
// Nothing qualifies on a page of links or of a few words: then no block is main.
// Cost: linear in blocks and regions. Pure; callable from anywhere.

#include <span>
#include <string>
#include <vector>

#include "facsim/extract/blocks.h"
#include "facsim/model/document.h"

namespace facsim {

// Of each block, why it is content or why not.
[[nodiscard]] std::vector<BlockReason> judge_blocks(const BlockText& page);

// The texts of the main blocks, joined by '\n'; one reason a block.
[[nodiscard]] std::string join_main(const BlockText& page, std::span<const BlockReason> reasons);

}  // namespace facsim
