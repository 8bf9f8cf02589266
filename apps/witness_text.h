// SPDX-License-Identifier: Apache-2.0
#pragma once
// The comparison of the texts of two pages that were not judged (model/witness_match.h), in words.

#include <string>

#include "facsim/compare.h"

namespace facsim {

// Lines of figures; empty if the comparison did not use them.
[[nodiscard]] std::string witness_line(const Comparison& c, const Profile& profile);

// True if only these texts keep the pages apart, although the judged texts have enough in common.
[[nodiscard]] bool are_kept_apart(const Comparison& c, const Profile& profile);

// The reason as a clause, for pages that are kept apart.
[[nodiscard]] std::string why_asked(const Comparison& c);

}  // namespace facsim
