// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/dates_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ctime>
#include <string>
#include <vector>

namespace facsim {
namespace {

TEST(Dates, InTheFormsOfCrawls) {
  const std::vector<std::pair<std::string, std::int64_t>> cases = {
      {"1970-01-01T00:00:00Z", 0},
      {"1970", 0},
      {"1970-01", 0},
      {"1970-01-02", 86400},
      {"2019-12-10T10:00:01Z", 1575972001},
      {"2019-12-10T10:00:01.123456Z", 1575972001},
      {"2019-12-10T10:00:01", 1575972001},
      {"2019-12-10 10:00:01", 1575972001},
      {" 2019-12-10t10:00:01z ", 1575972001},
      {"2019-12-10T11:00:01+01:00", 1575972001},
      {"2019-12-10T02:00:01-0800", 1575972001},
      {"2019-12-10T02:00:01-08", 1575972001},
      {"2019-12-10T10:00Z", 1575972000},
      {"2019-12-10T10", 1575972000},
      {"20191210100001", 1575972001},
      {"201912101000", 1575972000},
      {"20191210", 1575936000},
      {"20191210100001123", 1575972001},
      {"2000-02-29", 951782400},
      {"1969-12-31T23:59:59Z", -1},
      {"2016-12-31T23:59:60Z", 1483228800},
  };
  for (const auto& [text, seconds] : cases) EXPECT_EQ(parse_date(text), seconds) << text;
}

TEST(Dates, UnknownToTheCalendar) {
  for (const char* const text : {"",
                                 " ",
                                 "x",
                                 "2009-03-65T08:43:19-0800",
                                 "2008-10-294T05:21:46-0700",
                                 "2001-02-29",
                                 "2019-13-01",
                                 "2019-00-10",
                                 "2019-12-10T24:00:00Z",
                                 "2019-12-10T10:60:00Z",
                                 "2019-12-10T10:00:01X",
                                 "2019-12-10T10:00:01+1",
                                 "2019-12-10T",
                                 "19-12-10",
                                 "2019-1-1",
                                 "20191310",
                                 "2019121010000",
                                 "-2019-12-10",
                                 "Tue, 10 Dec 2019 10:00:01 GMT",
                                 "999999999999999999999999999"}) {
    EXPECT_EQ(parse_date(text), std::nullopt) << text;
  }
}

TEST(Times, NumbersAreSecondsOrMilliseconds) {
  using T = std::optional<CrawlTime>;
  EXPECT_EQ(exact_time_of(1575972001.5), T({1575972001, 500'000'000}));
  EXPECT_EQ(exact_time_of(1575972001500.0), T({1575972001, 500'000'000}));
  EXPECT_EQ(exact_time_of(-1.5), T({-2, 500'000'000}));
  EXPECT_EQ(exact_time_of(1e300), std::nullopt);
  EXPECT_EQ(parse_time("1575972001"), T({1575972001, 0}));
  EXPECT_EQ(parse_time("1575972001500"), T({1575972001, 500'000'000}));
  EXPECT_EQ(parse_time("20191210100001"), T({1575972001, 0}));
  EXPECT_EQ(parse_time("2019-12-10"), T({1575936000, 0}));
  EXPECT_EQ(parse_time("17.5"), T({17, 500'000'000}));
  EXPECT_EQ(parse_time("never"), std::nullopt);
}

TEST(Times, FractionsOfDates) {
  using T = std::optional<CrawlTime>;
  EXPECT_EQ(parse_exact_date("2019-12-10T10:00:01.25Z"), T({1575972001, 250'000'000}));
  EXPECT_EQ(parse_exact_date("2019-12-10T11:00:01,25+01:00"), T({1575972001, 250'000'000}));
  EXPECT_EQ(parse_exact_date("20191210100001250"), T({1575972001, 250'000'000}));
  EXPECT_EQ(parse_exact_date("2019-12-10T10:00:01.9999999999Z"), T({1575972001, 999'999'999}));
  EXPECT_EQ(parse_exact_date("1969-12-31T23:59:59.25Z"), T({-1, 250'000'000}));
  EXPECT_LT(number_of({1575972001, 1'000}), number_of({1575972001, 2'000}));
}

RC_GTEST_PROP(Dates, AgreeWithTheSystem, ()) {
  const std::time_t seconds = *rc::gen::inRange<std::time_t>(-60'000'000'000, 200'000'000'000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  RC_ASSERT(parse_date(text) ==
            (std::string(text).size() == 20 ? std::optional(seconds) : std::nullopt));
}

RC_GTEST_PROP(Dates, AnyBytesAreAValue, (const std::string& text)) {
  (void)parse_date(text);
  (void)parse_time("2019-12-10T" + text);
}

}  // namespace
}  // namespace facsim
