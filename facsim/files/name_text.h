// SPDX-License-Identifier: Apache-2.0
#pragma once
// File names as text, and back: on disk a name is bytes, in JSON it must be UTF-8.
//
// A byte that is not UTF-8 is written as U+FFFD and its two hexadecimal digits, "\xe9" as
// "<U+FFFD>E9"; everything else is unchanged. To keep names distinct, an original U+FFFD before two
// such digits is itself written in this way, byte by byte. Any thread.

#include <string>
#include <string_view>

namespace facsim {

// Returns well-formed UTF-8, different for different names.
[[nodiscard]] std::string text_of_name(std::string_view name);
// The inverse of text_of_name.
[[nodiscard]] std::string name_of_text(std::string_view text);

// True if a relative path names a file below its folder: "a/b", but not "", "/a", "a//b", "./a",
// "a/../b", "a/" or a path with a zero byte. For names from foreign files.
[[nodiscard]] bool stays_inside(std::string_view name);

}  // namespace facsim
