// SPDX-License-Identifier: Apache-2.0
#pragma once
// Normal forms of short segments: decompose, order, compose (Unicode 15.0, section 3.11), by the
// tables stored in the project. Private to this room.

#include <string>
#include <string_view>

namespace facsim {

enum class NormalForm {
  nfc,
  nfkc_casefold,  // NFC of what NFKC_Casefold maps each character to (section 3.13, R5)
  unit,           // the same without signs that units drop
};

// Appends the normal form of `segment`, at most kSegmentCodePointsMax characters of well-formed
// UTF-8, to `out`. Cost: some 20 ns a character, and up to n * n / 2 steps for n marks in a row.
// Allocates only the space in `out`.
void append_normalized(NormalForm form, std::string_view segment, std::string& out);

}  // namespace facsim
