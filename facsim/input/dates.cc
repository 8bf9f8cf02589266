// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/dates_internal.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

struct Moment {
  int year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::uint32_t nanoseconds = 0;
};

std::optional<CrawlTime> time_of_moment(const Moment& moment) noexcept {
  const std::chrono::year_month_day date{std::chrono::year(moment.year),
                                         std::chrono::month(static_cast<unsigned>(moment.month)),
                                         std::chrono::day(static_cast<unsigned>(moment.day))};
  // 60 is a leap second.
  if (!date.ok() || moment.hour > 23 || moment.minute > 59 || moment.second > 60) return {};
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return CrawlTime{((days * 24 + moment.hour) * 60 + moment.minute) * 60 + moment.second,
                   moment.nanoseconds};
}

// Digits after the ninth are ignored.
std::uint32_t take_fraction(std::string_view& text) noexcept {
  std::uint32_t nanoseconds = 0;
  for (int digit = 0; digit < 9; ++digit) {
    nanoseconds *= 10;
    if (text.empty() || !is_digit(text.front())) continue;
    nanoseconds += static_cast<std::uint32_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return nanoseconds;
}

// Removes exactly `count` digits from the front.
bool take_digits(std::string_view& text, std::size_t count, int& value) noexcept {
  if (text.size() < count ||
      !std::all_of(text.begin(), text.begin() + static_cast<long>(count), is_digit)) {
    return false;
  }
  std::from_chars(text.data(), text.data() + count, value);
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, char wanted) noexcept {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

// Parses the zone at the end of a date, in seconds east of Greenwich; nullopt if malformed.
std::optional<int> take_zone(std::string_view text) noexcept {
  if (text.empty() || text == "Z" || text == "z") return 0;
  const bool west = text.front() == '-';
  if (!west && text.front() != '+') return {};
  text.remove_prefix(1);
  int hours = 0;
  int minutes = 0;
  if (!take_digits(text, 2, hours)) return {};
  take(text, ':');
  if (!text.empty() && !take_digits(text, 2, minutes)) return {};
  if (!text.empty() || hours > 23 || minutes > 59) return {};
  const int seconds = (hours * 60 + minutes) * 60;
  return west ? -seconds : seconds;
}

// Parses hh[:mm[:ss[.fff]]] and the zone.
std::optional<CrawlTime> parse_clock(std::string_view text, Moment moment) noexcept {
  if (!take_digits(text, 2, moment.hour)) return {};
  if (take(text, ':')) {
    if (!take_digits(text, 2, moment.minute)) return {};
    if (take(text, ':')) {
      if (!take_digits(text, 2, moment.second)) return {};
      if (take(text, '.') || take(text, ',')) moment.nanoseconds = take_fraction(text);
    }
  }
  const std::optional<int> zone = take_zone(text);
  const std::optional<CrawlTime> local = time_of_moment(moment);
  if (!zone || !local) return {};
  return CrawlTime{local->seconds - *zone, local->nanoseconds};
}

std::optional<CrawlTime> parse_compact(std::string_view digits) noexcept {
  Moment moment;
  if (!take_digits(digits, 4, moment.year) || !take_digits(digits, 2, moment.month) ||
      !take_digits(digits, 2, moment.day)) {
    return {};
  }
  if (!digits.empty() &&
      (!take_digits(digits, 2, moment.hour) || !take_digits(digits, 2, moment.minute))) {
    return {};
  }
  if (!digits.empty() && !take_digits(digits, 2, moment.second)) return {};
  moment.nanoseconds = take_fraction(digits);
  return time_of_moment(moment);
}

bool all_digits(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace

std::optional<CrawlTime> parse_exact_date(std::string_view text) noexcept {
  text = trimmed(text);
  if (all_digits(text) && text.size() != 4) {
    return text.size() <= 20 ? parse_compact(text) : std::nullopt;
  }
  Moment moment;
  if (!take_digits(text, 4, moment.year)) return {};
  if (take(text, '-')) {
    if (!take_digits(text, 2, moment.month)) return {};
    if (take(text, '-')) {
      if (!take_digits(text, 2, moment.day)) return {};
      if (take(text, 'T') || take(text, 't') || take(text, ' ')) return parse_clock(text, moment);
    }
  }
  return text.empty() ? time_of_moment(moment) : std::nullopt;
}

std::optional<std::int64_t> parse_date(std::string_view text) noexcept {
  const std::optional<CrawlTime> time = parse_exact_date(text);
  return time ? std::optional(time->seconds) : std::nullopt;
}

std::optional<CrawlTime> exact_time_of(double number) noexcept {
  constexpr double kMillisecondsFrom = 1e11;
  if (std::abs(number) > kMillisecondsFrom) number /= 1000;
  // Numbers beyond the exact range of a double are not times; NaN also fails the comparison.
  if (!(std::abs(number) < 9e15)) return {};
  const double seconds = std::floor(number);
  return CrawlTime{static_cast<std::int64_t>(seconds),
                   static_cast<std::uint32_t>((number - seconds) * 1e9)};
}

std::optional<CrawlTime> parse_time(std::string_view text) noexcept {
  text = trimmed(text);
  const bool is_number = all_digits(text) && text.size() != 4 && text.size() != 8 &&
                         text.size() != 12 && text.size() != 14;
  if (!is_number) {
    if (auto date = parse_exact_date(text)) return date;
  }
  const std::optional<double> number = parse_number(text);
  return number ? exact_time_of(*number) : std::nullopt;
}

void set_time(Page& page, const std::optional<CrawlTime>& time) noexcept {
  page.unix_time.reset();
  page.nanoseconds = 0;
  if (!time) return;
  page.unix_time = time->seconds;
  page.nanoseconds = time->nanoseconds;
}

}  // namespace facsim
