// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moments in UTC as RFC 3339 writes them (section 5.6), and back.
//
// Moments are milliseconds since 1970, without leap seconds, as the system's clock has them. No
// clock and no time zone is asked.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace facsim {

// "2026-11-22T08:00:00Z"; with three digits behind the seconds where there is a part of one. Of
// moments beyond the years 0 to 9999 the nearest of these.
[[nodiscard]] std::string utc_time_text(std::int64_t moment_ms);

// The moment that such a text names, or a date its first: "2026-11-22". Up to three digits of a
// second count. Nothing for all other texts, also for those of another time zone.
[[nodiscard]] std::optional<std::int64_t> utc_time_named(std::string_view text) noexcept;

}  // namespace facsim
