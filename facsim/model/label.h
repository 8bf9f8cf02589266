// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shortens ids and URLs that are too long to be stored whole.
//
// Promise: equal labels stay equal, and different ones stay different (but for a chance of 2^-128 a
// pair), however long they are. A label that was already cut is not cut again. Both the code that
// stores labels and the code that looks them up must therefore cut the whole label, as the last
// step.

#include <string>
#include <string_view>

namespace facsim {

// Returns the label itself if it has at most limits::kLabelBytesMax bytes. Otherwise returns as
// much of its beginning as leaves space for "...~" and 32 hexadecimal digits, the XXH3-128 of the
// whole; a character of UTF-8 is never cut in two. Cost: one pass over the label.
[[nodiscard]] std::string cut_label(std::string_view label);

}  // namespace facsim
