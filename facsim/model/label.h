// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ids and URLs that are too long to be kept whole.
//
// Promise: what is equal stays equal, and what differs stays different (but for a chance of 2^-128
// a pair), however long both are. A label that was cut already is not cut again. So whoever keeps
// labels and whoever asks by them cuts the whole label, after everything else was done to it.

#include <string>
#include <string_view>

namespace facsim {

// The label itself where it has at most limits::kLabelBytesMax bytes. Else as much of its beginning
// as leaves room for "...~" and 32 hexadecimal digits, the XXH3-128 of the whole; no character of
// UTF-8 is cut in two. Cost: one pass over the label.
[[nodiscard]] std::string cut_label(std::string_view label);

}  // namespace facsim
