// SPDX-License-Identifier: Apache-2.0
#pragma once
// Do two titles say the same? A hash of what a title says apart from numbers.
//
// Units (units.h) in order, and the punctuation between them: titles of reference manuals often
// differ in an operator alone. Numbers are left out, with a 'v' before them and the points between
// them, since they are versions and dates as often as not; a word with a digit in it (CMP0042)
// stays. The site's part of a title is not cut off: which part that is, one page does not say, and
// two pages of one site have the same.

#include <cstdint>
#include <string_view>

namespace facsim {

// 0: the title says nothing but numbers and white space, or nothing at all. Pure; callable from
// any thread. Cost: a microsecond or two.
[[nodiscard]] std::uint64_t title_key(std::string_view title);

}  // namespace facsim
