// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses the dates of crawls into seconds since 1970 (UTC).
//
// WARC has 2019-12-10T10:00:01Z, ARC has 20191210100001, JSON has anything. A date that is not in
// the calendar (the 65th of March has occurred) is rejected.

#include <cstdint>
#include <optional>
#include <string_view>

#include "facsim/model/page.h"

namespace facsim {

struct CrawlTime {
  std::int64_t seconds = 0;       // whole seconds, rounded down
  std::uint32_t nanoseconds = 0;  // the fraction of a second

  friend bool operator==(const CrawlTime&, const CrawlTime&) = default;
};

// Accepts `YYYY[-MM[-DD[Thh[:mm[:ss[.fff]]]]]]` with an optional zone (`Z`, `+hh`, `+hhmm`,
// `+hh:mm`), `YYYYMMDD`, `YYYYMMDDhhmm` or `YYYYMMDDhhmmss` (further digits are fractions).
[[nodiscard]] std::optional<CrawlTime> parse_exact_date(std::string_view text) noexcept;
[[nodiscard]] std::optional<std::int64_t> parse_date(std::string_view text) noexcept;

// Takes a number of seconds, or of milliseconds if it would be after the year 5138.
[[nodiscard]] std::optional<CrawlTime> exact_time_of(double number) noexcept;

// Takes a date or a number as text: 8, 12 and 14 digits are a date, other digits a number.
[[nodiscard]] std::optional<CrawlTime> parse_time(std::string_view text) noexcept;

// The time as one number, exact to less than a microsecond for present dates.
[[nodiscard]] constexpr double number_of(const CrawlTime& time) noexcept {
  return static_cast<double>(time.seconds) + time.nanoseconds / 1e9;
}

// Sets the page's time; clears it if `time` is empty.
void set_time(Page& page, const std::optional<CrawlTime>& time) noexcept;

}  // namespace facsim
