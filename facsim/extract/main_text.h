// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which blocks of a page are its content, and which are menus, banners, teasers and footers?
//
// By text and link density (the idea of Kohlschütter, Fankhauser, Nejdl, WSDM 2010), after what the
// markup itself says of its parts:
//
//   1. A block is running text if it has ten words or more outside its links, and less than half
//      of its characters are in links.
//   2. Where <main> holds a quarter of the page's running text, only <main> counts; where one
//      <article> holds half of what is left, only that article.
//   3. Asides (nav, header, footer, aside, form) and what a class or id calls an extra (hints.h)
//      are dropped, unless they hold more than half of the running text: then they are wrappers.
//   4. Where neither <main> nor <article> was of use, the smallest element that holds four fifths
//      of the running text.
//   5. From the first block of running text to the last, everything stays that is not mostly links
//      (headings, table cells, code), and up to three short blocks before and after.
//
// Nothing qualifies on a page of links or of a few words: then no block is main.
// Cost: linear in blocks and regions. Pure; callable from anywhere.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/extract/blocks.h"

namespace facsim {

// One flag a block: 1 where it is content.
[[nodiscard]] std::vector<std::uint8_t> main_blocks(const BlockText& page);

// The texts of the flagged blocks, joined by '\n'.
[[nodiscard]] std::string join_blocks(const BlockText& page,
                                      const std::vector<std::uint8_t>& flags);

}  // namespace facsim
