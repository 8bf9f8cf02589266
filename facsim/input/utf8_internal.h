// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes well-formed UTF-8 of bytes that only claim to be.
//
// Each maximal ill-formed subpart becomes one U+FFFD (The Unicode Standard, section 3.9, table 3-7
// and the practice it recommends), so the same bytes are repaired in the same way everywhere.

#include <cstddef>
#include <string>
#include <string_view>

namespace facsim {

inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Utf8Step {
  std::size_t bytes = 1;  // of the sequence, or of the ill-formed subpart
  bool well_formed = false;
};
// Decodes the sequence that begins at `text[at]`, which must exist.
[[nodiscard]] Utf8Step utf8_step(std::string_view text, std::size_t at) noexcept;

[[nodiscard]] std::string repair_utf8(std::string_view text);

// An id or URL to show to people: repaired and shortened (model/label.h).
[[nodiscard]] std::string label_of(std::string_view text);

}  // namespace facsim
