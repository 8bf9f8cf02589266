// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes a reference absolute: RFC 3986, section 5.2.

#include <string>
#include <string_view>

namespace facsim {

// Resolves the reference against the base. If neither has a scheme, the result is relative too.
// White space at the ends, and line breaks and tabs inside, are dropped, as in browsers. Nothing is
// decoded or rewritten except the dots in paths.
[[nodiscard]] std::string resolve_url(std::string_view base, std::string_view reference);

}  // namespace facsim
