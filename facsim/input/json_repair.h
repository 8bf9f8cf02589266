// SPDX-License-Identifier: Apache-2.0
#pragma once
// Copies a JSON text and repairs parts that a strict parser rejects.

#include <string>
#include <string_view>

namespace facsim {

struct JsonRepair {
  // Each byte of ill-formed UTF-8 becomes a character that represents it, instead of U+FFFD.
  bool keeps_bytes = false;
  // Bytes beyond ASCII in strings form pairs, as in Shift_JIS, Big5 and GBK, whose second byte may
  // be a backslash that is not an escape.
  bool has_pairs = false;
};

// Replaces ill-formed UTF-8 by U+FFFD, escaped lone surrogates by \ufffd, and the values NaN,
// Infinity and -Infinity by null, as pandas writes them; quotes well-formed numbers that do not fit
// into 64 bits. Copies everything else unchanged, valid or not. One pass, no recursion.
[[nodiscard]] std::string repair_json(std::string_view json, JsonRepair how = {});

// Restores the bytes of a string from a repair with `keeps_bytes`.
[[nodiscard]] std::string with_kept_bytes(std::string_view text);

}  // namespace facsim
