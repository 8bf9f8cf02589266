// SPDX-License-Identifier: Apache-2.0
#pragma once
// Detects JSON objects among other lines of text. Private to this room.

#include <cstddef>
#include <string_view>

namespace facsim {

// Readable bytes that the parser needs after a line; a line without them is copied first.
inline constexpr std::size_t kJsonPadding = 64;

[[nodiscard]] std::string_view without_utf8_mark(std::string_view bytes) noexcept;

// True if the line is one JSON object. It accepts what the reader of pages repairs: ill-formed
// Unicode, NaN, Infinity and numbers out of range. False if the line has a NUL byte.
[[nodiscard]] bool is_json_object(std::string_view line);

}  // namespace facsim
