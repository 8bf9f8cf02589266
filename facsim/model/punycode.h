// SPDX-License-Identifier: Apache-2.0
#pragma once
// Encodes a label of a host name in ASCII (RFC 3492).

#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// The result lacks the prefix "xn--". std::nullopt if the label is so long that its numbers would
// overflow. Time grows with the length times the number of different characters beyond ASCII: bound
// the length.
[[nodiscard]] std::optional<std::string> punycode(std::u32string_view label);

}  // namespace facsim
