// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steps 2 and 3 of main_text.h, and the first part of step 4: which blocks are dropped by the names
// of elements, roles and classes, and how much of a page that may remove.

#include "facsim/extract/judged_blocks_internal.h"

namespace facsim {

// Step 2: drops frames, except those that contain nearly the whole page.
void drop_frames(Judged& judged, BlockRange within);
// Step 2 as well: drops comments after a text; the comments may well be longer than it.
void drop_comments(Judged& judged, BlockRange within);
// Step 3: drops extras if enough is left without them.
void drop_extras(Judged& judged, BlockRange within);
// Step 4: restores the blocks that names removed if they are most of the page's text. Exceptions:
// comments after a text, requests for consent to cookies, regions that lead to other pages, and
// popups that are not most of the text by themselves. Returns true if blocks were restored.
[[nodiscard]] bool keep_most(Judged& judged, BlockRange within);

// Returns which blocks never count as evidence against a page even though names removed them:
// cookie notices, popups that ask for consent, and regions with half of their text in links.
[[nodiscard]] std::vector<bool> chrome_of(const BlockText& page);

}  // namespace facsim
