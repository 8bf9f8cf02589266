// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of files as text, and back: on a disk a name is bytes, in JSON it must be UTF-8.
//
// A byte that is not UTF-8 is written as U+FFFD and its two digits, "\xe9" as "<U+FFFD>E9"; all
// else stays as it is. So that two names never look alike, the three bytes of a U+FFFD that stands
// in front of two such digits by itself are written in the same way. Any thread.

#include <string>
#include <string_view>

namespace facsim {

// Well-formed UTF-8, different for different names.
[[nodiscard]] std::string text_of_name(std::string_view name);
// The inverse of text_of_name.
[[nodiscard]] std::string name_of_text(std::string_view text);

// Whether a path names a file below the folder that it is taken to be relative to: "a/b", never "",
// "/a", "a//b", "./a", "a/../b", "a/" or one with a zero byte. For names out of foreign files.
[[nodiscard]] bool stays_inside(std::string_view name);

}  // namespace facsim
