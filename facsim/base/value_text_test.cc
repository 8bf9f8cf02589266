// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/value_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace facsim {
namespace {

TEST(ValueText, FractionsHaveTheFewestDigits) {
  EXPECT_EQ(text_of_real(1e-9), "1e-09");
  EXPECT_EQ(text_of_real(2.5), "2.5");
  EXPECT_EQ(text_of_real(0.1F), "0.1");
  EXPECT_EQ(text_of_real(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(text_of_real(-0.0), "-0");
  EXPECT_EQ(text_of_real(std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(text_of_real(std::numeric_limits<float>::quiet_NaN()), "");
}

TEST(ValueText, DaysOfTheGregorianCalendar) {
  EXPECT_EQ(text_of_day(0), "1970-01-01");
  EXPECT_EQ(text_of_day(-1), "1969-12-31");
  EXPECT_EQ(text_of_day(11'016), "2000-02-29");
  EXPECT_EQ(text_of_day(47'541), "2100-03-01") << "2100 is not a leap year";
  EXPECT_EQ(text_of_day(-719'162), "0001-01-01");
  EXPECT_EQ(text_of_day(-719'529), "-0001-12-31");
  EXPECT_EQ(text_of_day(2'932'896), "9999-12-31");
  EXPECT_EQ(text_of_day(2'932'897), "+10000-01-01");
  EXPECT_EQ(text_of_day(std::numeric_limits<std::int64_t>::max()), "");
  EXPECT_EQ(text_of_day(std::numeric_limits<std::int64_t>::min()), "");
}

// The slow twin counts days one by one.
TEST(ValueText, EachDayFollowsTheOneBefore) {
  int year = 1896;
  int month = 1;
  int day = 1;
  constexpr std::int64_t kFirst = -27'028;
  for (std::int64_t number = kFirst; number < kFirst + 80'000; ++number) {
    char said[40];
    (void)std::snprintf(said, sizeof(said), "%04d-%02d-%02d", year, month, day);
    ASSERT_EQ(text_of_day(number), said);
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (++day <= kDays[month - 1] + (is_leap && month == 2 ? 1 : 0)) continue;
    day = 1;
    if (++month > 12) {
      month = 1;
      ++year;
    }
  }
}

TEST(ValueText, TimesOfAnyUnitHaveOneText) {
  const auto said = [](std::int64_t time, std::int64_t per_second) {
    return text_of_time(split_time(time, per_second), false);
  };
  EXPECT_EQ(said(1, 1), "1970-01-01T00:00:01");
  EXPECT_EQ(said(1'500, 1'000), "1970-01-01T00:00:01.5");
  EXPECT_EQ(said(1'500'000'000, 1'000'000'000), "1970-01-01T00:00:01.5");
  EXPECT_EQ(said(-1, 1'000'000), "1969-12-31T23:59:59.999999");
  EXPECT_EQ(said(-1'000, 1'000), "1969-12-31T23:59:59");
  EXPECT_EQ(said(std::numeric_limits<std::int64_t>::min(), 1'000'000'000),
            "1677-09-21T00:12:43.145224192");
  EXPECT_EQ(said(std::numeric_limits<std::int64_t>::min(), 1), "-292277022657-01-27T08:29:52");
  EXPECT_EQ(said(std::numeric_limits<std::int64_t>::max(), 1), "+292277026596-12-04T15:30:07");
  EXPECT_EQ(text_of_time(split_time(86'399, 1), true), "1970-01-01T23:59:59Z");
  EXPECT_EQ(text_of_clock(3'661, 250'000'000), "01:01:01.25");
}

TEST(ValueText, DecimalsKeepTheirScale) {
  EXPECT_EQ(text_of_decimal(150, 2), "1.50");
  EXPECT_EQ(text_of_decimal(-5, 2), "-0.05");
  EXPECT_EQ(text_of_decimal(std::int64_t{0}, 3), "0.000");
  EXPECT_EQ(text_of_decimal(7, 0), "7");
  EXPECT_EQ(text_of_decimal(7, -2), "700");
  EXPECT_EQ(text_of_decimal(std::int64_t{0}, -2), "0");
  EXPECT_EQ(text_of_decimal(std::numeric_limits<std::int64_t>::min(), 0), "-9223372036854775808");
  const std::vector<std::uint8_t> lowest = {0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(text_of_decimal(lowest, 0), "-170141183460469231731687303715884105728");
  EXPECT_EQ(text_of_decimal(std::vector<std::uint8_t>{}, 1), "0.0");
  EXPECT_EQ(text_of_decimal(std::vector<std::uint8_t>(65), 0), "");
}

TEST(ValueText, HalvesAreExact) {
  EXPECT_EQ(real_of_half(0x3c00), 1.0F);
  EXPECT_EQ(real_of_half(0xc000), -2.0F);
  EXPECT_EQ(real_of_half(0x0001), 5.9604645e-08F);
  EXPECT_EQ(real_of_half(0x7bff), 65504.0F);
  EXPECT_EQ(text_of_real(real_of_half(0x7c00)), "");
  EXPECT_EQ(text_of_real(real_of_half(0x7e00)), "");
}

TEST(ValueText, UuidsHaveFiveGroups) {
  const std::string bytes("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff", 16);
  EXPECT_EQ(text_of_uuid(bytes), "00112233-4455-6677-8899-aabbccddeeff");
}

}  // namespace
}  // namespace facsim
