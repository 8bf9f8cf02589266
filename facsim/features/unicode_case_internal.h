// SPDX-License-Identifier: Apache-2.0
#pragma once
// Unicode 15.0's full lower-casing without a language (section 3.13, R2): that of str.lower() in
// Python 3.12. Private to this room.

#include <string>
#include <string_view>

namespace facsim {

// Appends the text in lower case to `out`. U+0130 becomes two characters, and a capital sigma at
// the end of a word becomes the final one. Ill-formed UTF-8 becomes U+FFFD, one for each maximal
// part of a sequence. Takes linear time. Callable from any thread.
void append_lower(std::string_view utf8, std::string& out);

}  // namespace facsim
