// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tells whether an inline style hides its element.
//
// Hidden is display:none, opacity:0, a clip of no area, and a place or indent far off the screen
// (kFarAway). visibility:hidden hides too, but what stands in the element may be visible again;
// with a height of 0 it is a fold that opens, which is content. font-size:0 hides nothing: it takes
// the gaps between boxes away, and the boxes have sizes of their own.
//
// Only what the attribute itself says is known, not style sheets. Of several declarations of a name
// the last one counts. Pure. Cost: a pass over the style.

#include <cstdint>
#include <string_view>

namespace facsim {

enum class StyleSays : std::uint8_t {
  nothing,
  visible,    // visibility:visible, and nothing hides it
  invisible,  // visibility:hidden
  hidden,     // with all that stands in it
};

[[nodiscard]] StyleSays style_says(std::string_view style);

}  // namespace facsim
