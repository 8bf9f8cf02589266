// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formats column values as ids: one format for Parquet, read by the program or by Python, and for
// Python data frames.
//
// Integers have all their digits, floating-point numbers the fewest digits that convert back to the
// number, decimals the digits of their scale, times ISO 8601 without trailing zeros in the fraction
// of a second, in UTC if the column has a time zone. Equal values of columns with different units
// have equal texts. The Parquet plug-in uses it too, and links nothing of facsim.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// Empty for infinities and NaN. A float has fewer digits than the double of the same value.
template <class Real>
[[nodiscard]] std::string text_of_real(Real value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

namespace value_text {

inline std::string padded(std::uint64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits;
}

// ".5" for half a second, empty for a whole second.
inline std::string fraction(std::uint32_t nanos) {
  if (nanos == 0) return {};
  std::string digits = padded(nanos, 9);
  digits.erase(digits.find_last_not_of('0') + 1);
  return "." + digits;
}

}  // namespace value_text

// A day since 1970-01-01, in the proleptic Gregorian calendar: "2026-11-28". Years beyond four
// digits have a sign (ISO 8601, 4.1.2.4). The inverse of H. Hinnant's days-from-civil.
[[nodiscard]] inline std::string text_of_day(std::int64_t day) {
  constexpr std::int64_t kDaysMost = std::int64_t{1} << 48;
  if (day > kDaysMost || day < -kDaysMost) return {};
  constexpr std::int64_t kEraDays = 146'097;   // of 400 years
  const std::int64_t shifted = day + 719'468;  // since 0000-03-01
  const std::int64_t era = (shifted >= 0 ? shifted : shifted - (kEraDays - 1)) / kEraDays;
  const std::int64_t of_era = shifted - era * kEraDays;
  const std::int64_t year_of_era =
      (of_era - of_era / 1'460 + of_era / 36'524 - of_era / 146'096) / 365;
  const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * of_year + 2) / 153;
  const std::int64_t day_of_month = of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::int64_t month = month_from_march + (month_from_march < 10 ? 3 : -9);
  const std::int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  const char* sign = year < 0 ? "-" : year > 9'999 ? "+" : "";
  return sign + value_text::padded(static_cast<std::uint64_t>(std::abs(year)), 4) + "-" +
         value_text::padded(static_cast<std::uint64_t>(month), 2) + "-" +
         value_text::padded(static_cast<std::uint64_t>(day_of_month), 2);
}

// A time of day: "07:05:00.25".
[[nodiscard]] inline std::string text_of_clock(std::uint64_t seconds, std::uint32_t nanos) {
  return value_text::padded(seconds / 3'600, 2) + ":" + value_text::padded(seconds / 60 % 60, 2) +
         ":" + value_text::padded(seconds % 60, 2) + value_text::fraction(nanos);
}

// A time since an epoch, as seconds and nanoseconds.
struct SplitTime {
  std::int64_t seconds = 0;
  std::uint32_t nanos = 0;
};
[[nodiscard]] constexpr SplitTime split_time(std::int64_t time, std::int64_t per_second) noexcept {
  const std::int64_t rest = time % per_second;
  const std::int64_t forward = rest < 0 ? rest + per_second : rest;
  return {time / per_second - (rest < 0 ? 1 : 0),
          static_cast<std::uint32_t>(forward * (1'000'000'000 / per_second))};
}

// "2026-11-28T07:05:00.25"; with a Z if the column has a time zone or is in UTC.
[[nodiscard]] inline std::string text_of_time(SplitTime time, bool is_utc) {
  constexpr std::int64_t kDaySeconds = 86'400;
  const SplitTime day = split_time(time.seconds, kDaySeconds);
  // The seconds within the day, computed by remainders because days times 86400 may overflow 64
  // bits.
  const std::int64_t of_day = (time.seconds % kDaySeconds + kDaySeconds) % kDaySeconds;
  const std::string date = text_of_day(day.seconds);
  if (date.empty()) return {};
  return date + "T" + text_of_clock(static_cast<std::uint64_t>(of_day), time.nanos) +
         (is_utc ? "Z" : "");
}

// A decimal from the bytes of its unscaled value in two's complement, highest first: 150 with scale
// 2 gives "1.50". Empty for more bytes than any reader of Arrow accepts.
[[nodiscard]] inline std::string text_of_decimal(std::span<const std::uint8_t> bytes, int scale) {
  constexpr std::size_t kBytesMost = 64;
  constexpr int kScaleMost = 1'000;
  if (bytes.size() > kBytesMost || std::abs(scale) > kScaleMost) return {};
  std::vector<std::uint8_t> left(bytes.begin(), bytes.end());
  const bool is_negative = !left.empty() && (left.front() & 0x80) != 0;
  if (is_negative) {
    unsigned carry = 1;
    for (std::size_t i = left.size(); i-- > 0;) {
      const unsigned sum = (left[i] ^ 0xffU) + carry;
      left[i] = static_cast<std::uint8_t>(sum);
      carry = sum >> 8;
    }
  }
  std::string digits;  // the lowest first
  while (std::ranges::any_of(left, [](std::uint8_t byte) { return byte != 0; })) {
    unsigned rest = 0;
    for (std::uint8_t& byte : left) {
      const unsigned part = rest << 8 | byte;
      byte = static_cast<std::uint8_t>(part / 10);
      rest = part % 10;
    }
    digits.push_back(static_cast<char>('0' + rest));
  }
  if (scale < 0 && !digits.empty()) digits.insert(0, static_cast<std::size_t>(-scale), '0');
  const auto places = static_cast<std::size_t>(std::max(scale, 0));
  if (digits.size() <= places) digits.append(places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(places, 1, '.');
  if (is_negative) digits.push_back('-');
  return {digits.rbegin(), digits.rend()};
}

// A decimal whose unscaled value fits into 64 bits.
[[nodiscard]] inline std::string text_of_decimal(std::int64_t unscaled, int scale) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(unscaled) >> (56 - 8 * i));
  }
  return text_of_decimal(bytes, scale);
}

// 16 bytes as RFC 9562 writes them: "00112233-4455-6677-8899-aabbccddeeff".
[[nodiscard]] inline std::string text_of_uuid(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text.push_back('-');
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 0xf]);
  }
  return text;
}

// A 16-bit floating-point number (IEEE 754, binary16), converted exactly.
[[nodiscard]] inline float real_of_half(std::uint16_t bits) noexcept {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
  if (exponent == 0x1f) {
    return fraction != 0 ? std::nanf("") : sign * HUGE_VALF;
  }
  const float whole =
      exponent == 0 ? static_cast<float>(fraction) : static_cast<float>(fraction | 0x400);
  return sign * std::ldexp(whole, std::max(exponent, 1) - 25);
}

}  // namespace facsim
