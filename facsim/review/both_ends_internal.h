// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shortens a long text for a page.

#include <cstddef>
#include <string>
#include <string_view>

namespace facsim {

// Returns both ends of a text of more than `bytes_max` bytes, never cut inside a character.
[[nodiscard]] std::string both_ends(std::string_view text, std::size_t bytes_max);

}  // namespace facsim
