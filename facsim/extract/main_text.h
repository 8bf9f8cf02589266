// SPDX-License-Identifier: Apache-2.0
#pragma once
// Chooses the blocks of a page that are its content, as opposed to menus, banners, teasers and
// footers.
//
// The choice uses text and link density (the idea of Kohlschütter, Fankhauser, Nejdl, WSDM 2010),
// after the markup's own statements about its parts. Text is a block that is not mostly links (code
// never is), not a heading (of 30 words or fewer) and not a caption; running text is such a block
// with at least ten words outside links.
//
//   1. If <main> contains a quarter of the words that no name marks as beside the content, or if it
//   has words and fewer than 100 words of running text are outside of it, only <main> counts.
//   2. Frames (header, footer, nav, cookie banner: blocks.h) are dropped, unless one contains nine
//   tenths of all words, links included. Comments after 50 words of running text are dropped.
//   3. Extras (aside, form, sidebar, other comments) are dropped: those of up to three quarters of
//   the text, or else of up to a half, whichever leaves a tenth of it. The others are wrappers.
//   4. If less than three quarters of the remaining text is running text, and a third of the
//   remaining words is text, the page is reference: all text counts as running text from here on.
//   If one <article> contains half of it, only that article counts. Names never remove most of a
//   page if that would leave fewer than 100 words: the blocks that steps 2 and 3 dropped are
//   restored if they have 100 words of text and two fifths more than what is left. Not restored are
//   comments after a text, requests for consent to cookies, regions with half of their text in
//   links or with several articles (teasers), and popups that are not most of the text by
//   themselves. Captions are text if they are most of it.
//   5. Then the smallest element is chosen that contains nine tenths of the running text; four
//   fifths if neither <main> nor <article> was used, nineteen twentieths for a manual: reference,
//   the output of a generator of manuals, or a page with a tenth of its words in code and
//   definitions.
//   6. In a manual, everything counts from the block that the page title names, else from the last
//   heading before the text: name, declaration and description of its subject. In other pages,
//   between the first and the last block of running text, everything is content that is not mostly
//   links (headings, captions, table cells, code; and links, if they are part of a sentence), and
//   so are up to three short blocks before and after. Before the element of step 5, only headings,
//   items, cells and code count among these: titles and signatures, not bylines and dates.
//
// So a footer is main text only if it is most of the page. On a page of links no block qualifies:
// then no block is main. Other pages never change the answer.
//
// Cost: linear in blocks and regions. Pure; callable from any thread.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/extract/blocks.h"
#include "facsim/model/document.h"

namespace facsim {

// What the head of a page says about its text.
struct HeadSays {
  std::string_view title;
  bool is_manual = false;  // a generator of manuals made it
};

// Returns for each block why it is content or why not.
[[nodiscard]] std::vector<BlockReason> judge_blocks(const BlockText& page,
                                                    const HeadSays& head = {});

// Returns the index of the block that says what the page is about: the first short heading of the
// main text, else of the page; the number of blocks if no heading is as short as a name.
[[nodiscard]] std::size_t first_heading(const BlockText& page,
                                        std::span<const BlockReason> reasons);

// Returns the texts of the main blocks, joined by '\n'; `reasons` has one entry per block.
[[nodiscard]] std::string join_main(const BlockText& page, std::span<const BlockReason> reasons);

// Returns the texts of the other blocks, joined in the same way, without those of half links or
// more (menus, teasers) and without the regions of chrome_of().
[[nodiscard]] std::string join_named(const BlockText& page, std::span<const BlockReason> reasons);

}  // namespace facsim
