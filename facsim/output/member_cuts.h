// SPDX-License-Identifier: Apache-2.0
#pragma once
// The edits that take a member out of a JSON object, all its other bytes untouched.
//
// A member goes with the comma in front of it, or, where no member that stays is in front of it,
// with the one behind it. So what was put before the closing brace with a comma leaves no trace.

#include <string_view>
#include <vector>

#include "facsim/output/edit.h"

namespace facsim {

struct MemberCuts {
  std::vector<Edit> cuts;       // in order; none where the object has no such member
  bool leaves_nothing = false;  // no member is left
};

// Cuts every member called `name` (also where escapes spell it) out of the object that begins with
// the first brace of `text`, not out of objects within; `text` begins at offset `base` of the file.
// Nothing is cut where the object does not end.
[[nodiscard]] MemberCuts cuts_of_member(std::string_view text, std::string_view name,
                                        std::uint64_t base);

}  // namespace facsim
