// SPDX-License-Identifier: Apache-2.0
#pragma once
// The manual page in roff (man(7)), made from the same tables as the help.
//
// ASCII only: dashes, quotes, backslashes and everything else that roff or the typography of a
// terminal would change are escaped, so that a flag can be copied from the page.

#include <string>
#include <string_view>

#include "apps/commands.h"

namespace facsim {

[[nodiscard]] std::string man_page();  // of all commands: facsim(1)
[[nodiscard]] std::string man_page(const Command& command);

// Escapes a word of running text or of a macro's argument. The caller handles a dot at the
// beginning of a line.
[[nodiscard]] std::string roff_escaped(std::string_view text);

}  // namespace facsim
