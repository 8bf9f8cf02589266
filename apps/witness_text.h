// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the texts of two pages that were not judged say (model/witness_match.h), in words.

#include <string>

#include "facsim/compare.h"

namespace facsim {

// Lines of figures; empty where nobody asked them.
[[nodiscard]] std::string witness_line(const Comparison& c, const Profile& profile);

// Whether they alone keep the pages apart: the judged texts have enough in common.
[[nodiscard]] bool are_kept_apart(const Comparison& c, const Profile& profile);

// Why they do, as a clause; of pages that are kept apart.
[[nodiscard]] std::string why_asked(const Comparison& c);

}  // namespace facsim
