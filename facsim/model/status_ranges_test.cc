// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/status_ranges.h"

#include <gtest/gtest.h>

#include <limits>

#include "facsim/base/error.h"

namespace facsim {
namespace {

TEST(StatusRanges, HoldNumbersAndRangesWithBothEnds) {
  const StatusRanges ranges("200, 300-399,404");
  for (const int status : {200, 300, 350, 399, 404}) {
    EXPECT_TRUE(ranges.has(static_cast<std::uint16_t>(status))) << status;
  }
  for (const int status : {100, 199, 201, 299, 400, 403, 405, 999}) {
    EXPECT_FALSE(ranges.has(static_cast<std::uint16_t>(status))) << status;
  }
}

TEST(StatusOf, WholeNumbersOf100To999) {
  EXPECT_EQ(status_of(404), 404);
  EXPECT_EQ(status_of(100), 100);
  EXPECT_EQ(status_of(999), 999);
  for (const double number :
       {0.0, 99.0, 1000.0, 404.5, -404.0, 1e300, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(status_of(number)) << number;
  }
}

TEST(StatusRanges, NothingNamedIsEveryStatus) {
  EXPECT_TRUE(StatusRanges().has(404));
  EXPECT_TRUE(StatusRanges("").has(999));
}

TEST(StatusRanges, WhatIsNoStatusIsQuoted) {
  for (const char* text : {"2xx", "99", "1000", "200-", "-200", "399-300", "200,", ",200", "20 0",
                           " ", "200,,300", "200-300-400", "65736"}) {
    try {
      (void)StatusRanges(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_NE(std::string(error.what()).find("is not an HTTP status"), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace facsim
