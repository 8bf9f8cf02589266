// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/recent_rows_internal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace facsim {
namespace {

constexpr std::uint64_t kRecentBytes = std::uint64_t{1} << 20;

TEST(RecentRows, KeepsWhatWasReadUntilItIsForgotten) {
  RecentRows recent(kRecentBytes);
  EXPECT_FALSE(recent.find(5));
  recent.keep(5, "five", recent.age(5));
  EXPECT_EQ(recent.find(5), "five");
  EXPECT_EQ(recent.bytes(), 4U);
  recent.keep(5, "fives", recent.age(5));
  EXPECT_EQ(recent.find(5), "fives");
  EXPECT_EQ(recent.bytes(), 5U);
  recent.forget(5);
  EXPECT_FALSE(recent.find(5));
  EXPECT_EQ(recent.bytes(), 0U);
}

TEST(RecentRows, WhatWasReadBeforeItWasForgottenIsNotKept) {
  RecentRows recent(kRecentBytes);
  const std::uint64_t age = recent.age(5);
  recent.forget(5);  // another has changed the row meanwhile
  recent.keep(5, "before", age);
  EXPECT_FALSE(recent.find(5));
  recent.keep(5, "now", recent.age(5));
  EXPECT_EQ(recent.find(5), "now");
}

TEST(RecentRows, LaterOnesTakeThePlaces) {
  RecentRows recent(kRecentBytes);
  for (std::uint64_t number = 1; number <= 100'000; ++number) {
    recent.keep(number, std::string(300, 'a'), recent.age(number));
    ASSERT_TRUE(recent.find(number));
  }
  EXPECT_FALSE(recent.find(1));
  EXPECT_GT(recent.bytes(), kRecentBytes / 4);
  EXPECT_LE(recent.bytes(), kRecentBytes);
}

TEST(RecentRows, LargeOnesAreNotKept) {
  RecentRows recent(kRecentBytes);
  recent.keep(1, std::string(RecentRows::kRowBytesMax, 'a'), recent.age(1));
  recent.keep(2, std::string(RecentRows::kRowBytesMax + 1, 'a'), recent.age(2));
  EXPECT_TRUE(recent.find(1));
  EXPECT_FALSE(recent.find(2));
}

// As a table is read and written by several threads: nobody finds what was changed before he asked.
TEST(RecentRows, NobodyFindsWhatIsNoMore) {
  RecentRows recent(kRecentBytes);
  std::atomic<std::uint64_t> table = 0;  // the row, which only grows
  std::atomic<std::uint64_t> told = 0;   // up to which it is known to have grown
  std::atomic<bool> is_over = false;
  const auto read = [&] {
    while (!is_over) {
      const std::uint64_t least = told;
      if (const auto known = recent.find(7)) {
        EXPECT_GE(std::stoull(*known), least);
        continue;
      }
      const std::uint64_t age = recent.age(7);
      recent.keep(7, std::to_string(table.load()), age);
    }
  };
  std::thread first(read);
  std::thread second(read);
  for (std::uint64_t value = 1; value <= 50'000; ++value) {
    table = value;
    recent.forget(7);
    told = value;
  }
  is_over = true;
  first.join();
  second.join();
}

}  // namespace
}  // namespace facsim
