// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dates as crawls write them, in seconds since 1970 (UTC).
//
// WARC says 2019-12-10T10:00:01Z, ARC says 20191210100001, JSON says anything. A date that the
// calendar does not know (a 65th of March is on record) is no date.

#include <cstdint>
#include <optional>
#include <string_view>

namespace facsim {

// `YYYY[-MM[-DD[Thh[:mm[:ss[.fff]]]]]]` with an optional zone (`Z`, `+hh`, `+hhmm`, `+hh:mm`),
// `YYYYMMDD`, `YYYYMMDDhhmm` or `YYYYMMDDhhmmss` (further digits are fractions).
[[nodiscard]] std::optional<std::int64_t> parse_date(std::string_view text) noexcept;

// A number of seconds, or of milliseconds where it would lie beyond the year 5138.
[[nodiscard]] std::optional<std::int64_t> seconds_of(double number) noexcept;

// A date or a number in text form: 8, 12 and 14 digits are a date, other digits a number.
[[nodiscard]] std::optional<std::int64_t> parse_time(std::string_view text) noexcept;

}  // namespace facsim
