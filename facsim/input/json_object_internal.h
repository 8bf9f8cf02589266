// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is this line a JSON object? For all who have to tell one from other text. Private to this room.

#include <cstddef>
#include <string_view>

namespace facsim {

// Readable bytes wanted behind a line; a line without them is copied first.
inline constexpr std::size_t kJsonPadding = 64;

[[nodiscard]] std::string_view without_utf8_mark(std::string_view bytes) noexcept;

// As a page's line is read: what is not quite Unicode counts as repaired.
[[nodiscard]] bool is_json_object(std::string_view line);

}  // namespace facsim
