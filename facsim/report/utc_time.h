// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts times in UTC to the text of RFC 3339 (section 5.6), and back.
//
// Times are milliseconds since 1970, without leap seconds, like those of the system's clock. Uses
// no clock and no time zone.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// "2026-11-22T08:00:00Z"; with three decimals if the second has a fraction. Times beyond the years
// 0 to 9999 are clamped.
[[nodiscard]] std::string utc_time_text(std::int64_t moment_ms);

// Parses such a text, or a date as its first millisecond: "2026-11-22". Only the first three
// decimals of a second count. std::nullopt for all other texts, also for those of another time
// zone.
[[nodiscard]] std::optional<std::int64_t> utc_time_named(std::string_view text) noexcept;

}  // namespace facsim
