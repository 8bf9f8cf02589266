// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edits that remove a member from a JSON object and leave all other bytes unchanged.
//
// Removing a member also removes the comma before it, or the comma after it if no remaining member
// precedes it. So removing a member that was added before the closing brace, with a comma, restores
// the original bytes.

#include <string_view>
#include <vector>

#include "facsim/output/edit.h"

namespace facsim {

struct MemberCuts {
  std::vector<Edit> cuts;       // in order; empty if the object has no such member
  bool leaves_nothing = false;  // the object has no other member
};

// Cuts every member called `name` (also if spelled with escapes) from the object that begins with
// the first brace of `text`, but not from nested objects. `text` begins at offset `base` of the
// file. Returns no cuts if the object is not complete.
[[nodiscard]] MemberCuts cuts_of_member(std::string_view text, std::string_view name,
                                        std::uint64_t base);

}  // namespace facsim
