// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the reader's terminal can do, and text that fits it.

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

// Of standard output: 80 columns and no colours where it is no terminal. `automatic` also asks
// NO_COLOR (set and not empty: none) and TERM (dumb: none).
[[nodiscard]] Terminal standard_terminal(ColorChoice color);

enum class Paint { faint, bold, removed, kept };
// As it is where the terminal has no colours.
[[nodiscard]] std::string painted(std::string_view text, Paint paint, const Terminal& terminal);

// Columns that a text takes: two for wide characters, none for marks and format characters
// (Unicode Standard Annex 11, by ICU's tables).
[[nodiscard]] std::size_t columns_of(std::string_view text);

// Lines of at most `columns` columns, which is at least 2. Breaks at single blanks, which vanish,
// beside wide characters, and inside words that are longer than a line. No line where empty.
[[nodiscard]] std::vector<std::string> wrapped_lines(std::string_view text, std::size_t columns);

}  // namespace facsim
