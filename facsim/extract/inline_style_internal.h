// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects inline styles that hide their element.
//
// Hidden means display:none, opacity:0, a clip without area, or a position or indent far off the
// screen (kFarAway). visibility:hidden hides too, but descendants may be visible again; with a
// height of 0 it is a fold that opens, which is content. font-size:0 does not hide: it removes the
// gaps between boxes, and the boxes have sizes of their own.
//
// Only the attribute itself is read, not style sheets. If a property is declared several times, the
// last declaration counts. Pure. Cost: a pass over the style.

#include <cstdint>
#include <string_view>

namespace facsim {

enum class StyleSays : std::uint8_t {
  nothing,
  visible,    // visibility:visible, and nothing else hides it
  invisible,  // visibility:hidden
  hidden,     // with all of its content
};

[[nodiscard]] StyleSays style_says(std::string_view style);

}  // namespace facsim
