// SPDX-License-Identifier: Apache-2.0
#pragma once
// Base64 (RFC 4648, section 4), the form of bytes in JSON. Pure functions.

#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// std::nullopt if the text is not what to_base64() writes.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);
[[nodiscard]] std::string to_base64(std::string_view bytes);

}  // namespace facsim
