// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which blocks of a page are its content, and which are menus, banners, teasers and footers?
//
// By text and link density (the idea of Kohlschütter, Fankhauser, Nejdl, WSDM 2010), after what the
// markup itself says of its parts. Text is what is not mostly links (code always is), no heading
// (of 30 words or less) and no caption; running text is such a block of ten words or more outside
// links.
//
//   1. Where <main> holds a quarter of what nothing marks as beside the content, or has words and
//   less than 100 words of running text stand beside it, only <main> counts.
//   2. Frames (header, footer, nav, cookie banner: blocks.h) are dropped, unless one holds nine
//      tenths of all words, links too. Comments behind 50 words of running text are dropped.
//   3. Extras (aside, form, sidebar, other comments) are dropped: those of up to three quarters of
//      the text, or else of up to a half, whichever leaves a tenth of it. The others are wrappers.
//   4. Where less than three quarters of what is left is running text, and a third of its words is
//      text, the page is reference: all text counts as running text from here on. Where one
//      <article> holds half of it, only that article counts. Names never take away most of what a
//      page says, where less than 100 words are left: what steps 2 and 3 dropped there, if it has
//      100 words of text and two fifths more than what is left, is given back. Not comments behind
//      a text, what asks for consent to cookies, regions half of which is links or of several
//      articles (teasers), and popups that are not most of it by themselves. Captions are text
//      where they are most of it.
//   5. Of that, the smallest element that holds nine tenths of the running text; four fifths where
//      neither <main> nor <article> was of use, nineteen of twenty parts of a manual: reference,
//      what a generator of manuals made, or where a tenth is code and definitions.
//   6. Of a manual everything counts from the block on that its title names, else from the last
//      heading before the text: name, declaration and description of what it is about. Else from
//      its first block of running text to the last, everything stays that is not mostly links
//      (headings, captions, table cells, code; and links, if they stand in a sentence), and up to
//      three short blocks before and after. Before the element of step 5, of these only headings,
//      items, cells and code: titles and signatures, not bylines and dates.
//
// So a footer is main text only where it is most of the page. Nothing qualifies on a page of links:
// then no block is main. What stands on other pages never changes the answer.
//
// Cost: linear in blocks and regions. Pure; callable from anywhere.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/extract/blocks.h"
#include "facsim/model/document.h"

namespace facsim {

// What the head of a page says of its text.
struct HeadSays {
  std::string_view title;
  bool is_manual = false;  // a generator of manuals made it
};

// Of each block, why it is content or why not.
[[nodiscard]] std::vector<BlockReason> judge_blocks(const BlockText& page,
                                                    const HeadSays& head = {});

// The block that says what the page is: the first heading of the main text, else of the page. The
// number of blocks where no heading is as short as a name.
[[nodiscard]] std::size_t first_heading(const BlockText& page,
                                        std::span<const BlockReason> reasons);

// The texts of the main blocks, joined by '\n'; one reason a block.
[[nodiscard]] std::string join_main(const BlockText& page, std::span<const BlockReason> reasons);

// The texts of the other blocks, but those of half links or more (menus, teasers), in the same way.
[[nodiscard]] std::string join_named(const BlockText& page, std::span<const BlockReason> reasons);

}  // namespace facsim
