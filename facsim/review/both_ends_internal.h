// SPDX-License-Identifier: Apache-2.0
#pragma once
// A long text, short enough for a page.

#include <cstddef>
#include <string>
#include <string_view>

namespace facsim {

// Both ends of what has more than so many bytes, never inside a character.
[[nodiscard]] std::string both_ends(std::string_view text, std::size_t bytes_max);

}  // namespace facsim
