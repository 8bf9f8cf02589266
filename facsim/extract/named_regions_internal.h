// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steps 2 and 3 of main_text.h, and the first part of step 4: what the names of elements, roles and
// classes take away, and how much of that they may.

#include "facsim/extract/judged_blocks_internal.h"

namespace facsim {

// Step 2: frames, but those that hold nearly the whole page.
void drop_frames(Judged& judged, BlockRange within);
// Also step 2: comments behind a text, which may well be longer.
void drop_comments(Judged& judged, BlockRange within);
// Step 3: extras, as far as enough is left without them.
void drop_extras(Judged& judged, BlockRange within);
// Step 4: gives back what names took away, if that is most of what the page says. Not comments
// behind a text, what asks for consent to cookies, what leads to other pages, and popups that are
// not most of it by themselves. True if it did.
[[nodiscard]] bool keep_most(Judged& judged, BlockRange within);

// Blocks of what never counts against a page though names took it away: cookie notices, popups that
// ask for consent, and regions of which half is in links.
[[nodiscard]] std::vector<bool> chrome_of(const BlockText& page);

}  // namespace facsim
