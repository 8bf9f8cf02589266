// SPDX-License-Identifier: Apache-2.0
#pragma once
// A copy of a JSON text in which a strict parser finds less to refuse.

#include <string>
#include <string_view>

namespace facsim {

struct JsonRepair {
  // Each byte of ill-formed UTF-8 becomes a character that stands for it, instead of U+FFFD.
  bool keeps_bytes = false;
  // The bytes beyond ASCII in strings come in pairs, as in Shift_JIS, Big5 and GBK, where the
  // second may be a backslash that escapes nothing.
  bool has_pairs = false;
};

// Replaces ill-formed UTF-8 by U+FFFD, escaped surrogates without partner by \ufffd, the values
// NaN, Infinity and -Infinity by null, as pandas writes them, and puts quotes around well-formed
// numbers that 64 bits do not hold. Leaves all else as it is, broken or not. One pass, no
// recursion.
[[nodiscard]] std::string repair_json(std::string_view json, JsonRepair how = {});

// The bytes of a string out of what was repaired so that it keeps them.
[[nodiscard]] std::string with_kept_bytes(std::string_view text);

}  // namespace facsim
