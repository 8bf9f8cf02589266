// SPDX-License-Identifier: Apache-2.0
#pragma once
// A digest that is equal for equal texts: texts are equal if their NFC forms are, with runs of
// white space (Unicode White_Space) replaced by one space, trimmed, and case preserved.
//
// Ill-formed UTF-8 counts as U+FFFD, one for each maximal part of a sequence. Code points that
// Unicode 15.0 does not assign are unchanged. If more than 64 characters would have to be
// normalised together, each 64 are normalised by themselves (see units.h).

#include <string>
#include <string_view>

#include "facsim/base/hash64.h"
#include "facsim/base/look.h"

namespace facsim {

// Returns XXH3-128 of that form; the empty text is not special. `scratch` is a reused buffer that
// contains that form afterwards; ASCII and text already in NFC take a fast path. Callable from any
// thread.
[[nodiscard]] Hash128 text_digest(std::string_view utf8, std::string& scratch,
                                  const Look& look = {});

}  // namespace facsim
