// SPDX-License-Identifier: Apache-2.0
#pragma once
// A label of a host name in the letters of ASCII (RFC 3492).

#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// Without the "xn--" in front. Nothing where the label is so long that its numbers would not fit.
// Takes time by the length times the number of different characters beyond ASCII: bound the length.
[[nodiscard]] std::optional<std::string> punycode(std::u32string_view label);

}  // namespace facsim
