// SPDX-License-Identifier: Apache-2.0
#pragma once
// Escapes foreign text in an HTML page, so that it remains text.

#include <string>
#include <string_view>

namespace facsim {

// For the content of an element, or of an attribute in double quotes. Control characters and
// characters that change the text direction are shown as code points: U+202E.
[[nodiscard]] std::string html_text(std::string_view text);

}  // namespace facsim
