// SPDX-License-Identifier: Apache-2.0
#pragma once
// When are two texts the same? When they are equal in NFC with runs of white space (Unicode
// White_Space) made one space, trimmed, case kept.

#include <string>
#include <string_view>

#include "facsim/base/hash64.h"

namespace facsim {

// XXH3-128 of that form; nothing special for the empty text. `scratch` is a reused buffer; ASCII
// and text already in NFC take a fast path.
[[nodiscard]] Hash128 text_digest(std::string_view utf8, std::string& scratch);

}  // namespace facsim
