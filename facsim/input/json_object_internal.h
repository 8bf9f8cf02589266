// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects JSON objects among other lines of text. Private to this room.

#include <cstddef>
#include <string_view>

namespace facsim {

// Readable bytes that the parser needs after a line; a line without them is copied first.
inline constexpr std::size_t kJsonPadding = 64;

[[nodiscard]] std::string_view without_utf8_mark(std::string_view bytes) noexcept;

// Reads the line as that of a page: ill-formed Unicode counts as repaired.
[[nodiscard]] bool is_json_object(std::string_view line);

}  // namespace facsim
