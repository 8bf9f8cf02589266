// SPDX-License-Identifier: Apache-2.0
#pragma once
// When are two texts the same? When they are equal in NFC with runs of white space (Unicode
// White_Space) made one space, trimmed, case kept.
//
// Ill-formed UTF-8 counts as U+FFFD, one for each maximal part of a sequence. Code points that
// Unicode 15.0 does not assign stay as they are, and of more than 64 characters that normalisation
// would take together each 64 are normalised by themselves (see units.h).

#include <string>
#include <string_view>

#include "facsim/base/hash64.h"
#include "facsim/base/look.h"

namespace facsim {

// XXH3-128 of that form; nothing special for the empty text. `scratch` is a reused buffer, which
// holds that form afterwards; ASCII and text already in NFC take a fast path. Callable from any
// thread.
[[nodiscard]] Hash128 text_digest(std::string_view utf8, std::string& scratch,
                                  const Look& look = {});

}  // namespace facsim
