// SPDX-License-Identifier: Apache-2.0
#pragma once
// How are a few characters written in their one normal form? Decompose, order, compose (Unicode
// 15.0, section 3.11), by the tables kept in the project. Private to this room.

#include <string>
#include <string_view>

namespace facsim {

enum class NormalForm {
  nfc,
  nfkc_casefold,  // NFC of what NFKC_Casefold maps each character to (section 3.13, R5)
  unit,           // the same without signs that units drop
};

// Appends the normal form of `segment`, at most kSegmentCodePointsMax characters of well-formed
// UTF-8, to `out`. Cost: some 20 ns a character, and of n marks in a row up to n * n / 2 steps.
// Allocates nothing but the room in `out`.
void append_normalized(NormalForm form, std::string_view segment, std::string& out);

}  // namespace facsim
