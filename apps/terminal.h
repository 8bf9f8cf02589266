// SPDX-License-Identifier: Apache-2.0
#pragma once
// The capabilities of the user's terminal, and text that fits it.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/settings.h"

namespace facsim {

struct Terminal {
  std::size_t columns = 80;
  bool has_colors = false;
};

// The terminal of standard output; 80 columns and no colours if it is not a terminal. `automatic`
// also uses no colours if NO_COLOR is set and not empty, or TERM is dumb.
[[nodiscard]] Terminal standard_terminal(ColorChoice color);

enum class Paint { faint, bold, removed, kept };
// Returns the text unchanged if the terminal has no colours.
[[nodiscard]] std::string painted(std::string_view text, Paint paint, const Terminal& terminal);

// The number of columns that a text takes: two for wide characters, none for marks and format
// characters (Unicode Standard Annex 11, by ICU's tables).
[[nodiscard]] std::size_t columns_of(std::string_view text);

// Lines of at most `columns` columns, which must be at least 2. Breaks at single blanks, which are
// dropped, beside wide characters, and inside words that are longer than a line. Empty text has no
// lines.
[[nodiscard]] std::vector<std::string> wrapped_lines(std::string_view text, std::size_t columns);

}  // namespace facsim
