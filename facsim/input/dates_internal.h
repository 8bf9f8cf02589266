// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dates as crawls write them, in seconds since 1970 (UTC).
//
// WARC says 2019-12-10T10:00:01Z, ARC says 20191210100001, JSON says anything. A date that the
// calendar does not know (a 65th of March is on record) is no date.

#include <cstdint>
#include <optional>
#include <string_view>

#include "facsim/model/page.h"

namespace facsim {

struct CrawlTime {
  std::int64_t seconds = 0;       // whole ones, downwards
  std::uint32_t nanoseconds = 0;  // and the fraction

  friend bool operator==(const CrawlTime&, const CrawlTime&) = default;
};

// `YYYY[-MM[-DD[Thh[:mm[:ss[.fff]]]]]]` with an optional zone (`Z`, `+hh`, `+hhmm`, `+hh:mm`),
// `YYYYMMDD`, `YYYYMMDDhhmm` or `YYYYMMDDhhmmss` (further digits are fractions).
[[nodiscard]] std::optional<CrawlTime> parse_exact_date(std::string_view text) noexcept;
[[nodiscard]] std::optional<std::int64_t> parse_date(std::string_view text) noexcept;

// A number of seconds, or of milliseconds where it would lie beyond the year 5138.
[[nodiscard]] std::optional<CrawlTime> exact_time_of(double number) noexcept;

// A date or a number in text form: 8, 12 and 14 digits are a date, other digits a number.
[[nodiscard]] std::optional<CrawlTime> parse_time(std::string_view text) noexcept;

// As one number, to less than a microsecond in our time.
[[nodiscard]] constexpr double number_of(const CrawlTime& time) noexcept {
  return static_cast<double>(time.seconds) + time.nanoseconds / 1e9;
}

// Leaves the page without a time where there is none.
void set_time(Page& page, const std::optional<CrawlTime>& time) noexcept;

}  // namespace facsim
