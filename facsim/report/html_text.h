// SPDX-License-Identifier: Apache-2.0
#pragma once
// Foreign text inside a page: it stays text, whatever it says.

#include <string>
#include <string_view>

namespace facsim {

// For the content of an element or an attribute in double quotes. Controls and the marks that turn
// the direction of what follows are shown by their code points, U+202E.
[[nodiscard]] std::string html_text(std::string_view text);

}  // namespace facsim
