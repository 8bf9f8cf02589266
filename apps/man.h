// SPDX-License-Identifier: Apache-2.0
#pragma once
// The manual page as roff (man(7)): made from the tables that the help is made from.
//
// ASCII only: dashes, quotes, backslashes and what else roff or a terminal's typography would
// change are escaped, so that a flag can be copied out of the page.

#include <string>
#include <string_view>

#include "apps/commands.h"

namespace facsim {

[[nodiscard]] std::string man_page();  // of all commands: facsim(1)
[[nodiscard]] std::string man_page(const Command& command);

// As a word of running text or of a macro's argument. A dot at the beginning of a line is for the
// caller.
[[nodiscard]] std::string roff_escaped(std::string_view text);

}  // namespace facsim
