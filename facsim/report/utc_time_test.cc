// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/utc_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace facsim {
namespace {

TEST(UtcTime, IsWrittenAsTheRfcHasIt) {
  EXPECT_EQ(utc_time_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_time_text(1'763'798'400'000), "2025-11-22T08:00:00Z");
  EXPECT_EQ(utc_time_text(1'709'210'096'007), "2024-02-29T12:34:56.007Z");
  EXPECT_EQ(utc_time_text(-1), "1969-12-31T23:59:59.999Z");
}

TEST(UtcTime, BeyondTheYearsOfFourDigitsIsTheNearest) {
  EXPECT_EQ(utc_time_text(std::numeric_limits<std::int64_t>::max()), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(utc_time_text(std::numeric_limits<std::int64_t>::min()), "0000-01-01T00:00:00Z");
}

RC_GTEST_PROP(UtcTime, WhatIsWrittenIsReadBack, ()) {
  const auto moment = *rc::gen::inRange<std::int64_t>(-62'167'219'200'000, 253'402'300'800'000);
  RC_ASSERT(utc_time_named(utc_time_text(moment)) == moment);
}

TEST(UtcTime, DatesAndPartsOfSeconds) {
  EXPECT_EQ(utc_time_named("1970-01-02"), 86'400'000);
  EXPECT_EQ(utc_time_named("1970-01-01t00:00:01.5z"), 1'500);
  EXPECT_EQ(utc_time_named("1970-01-01T00:00:01.123999Z"), 1'123);
}

TEST(UtcTime, WhatIsNoMomentIsNone) {
  for (const char* text :
       {"", "1970", "1970-01", "1970-1-1", "1970-13-01", "2023-02-29", "1970-01-01T", " 1970-01-01",
        "1970-01-01T24:00:00Z", "1970-01-01T00:00:60Z", "1970-01-01T00:00:00", "-970-01-01",
        "1970-01-01T00:00:00+01:00", "1970-01-01T00:00:00Zx", "+970-01-01", "1970-01-01T00:00Z"}) {
    EXPECT_EQ(utc_time_named(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace facsim
