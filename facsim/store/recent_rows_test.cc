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
  const std::uint64_t empty = recent.bytes();
  EXPECT_FALSE(recent.find(0).bytes);
  EXPECT_FALSE(recent.find(5).bytes);
  recent.keep(5, "five", recent.find(5).age);
  EXPECT_EQ(recent.find(5).bytes, "five");
  EXPECT_EQ(recent.bytes(), empty + 4);
  recent.keep(5, "fives", recent.find(5).age);
  EXPECT_EQ(recent.find(5).bytes, "fives");
  EXPECT_EQ(recent.bytes(), empty + 5);
  recent.forget(5);
  EXPECT_FALSE(recent.find(5).bytes);
  EXPECT_EQ(recent.bytes(), empty);
}

TEST(RecentRows, WhatWasReadBeforeItWasForgottenIsNotKept) {
  RecentRows recent(kRecentBytes);
  const std::uint64_t age = recent.find(5).age;
  recent.forget(5);  // another thread has changed the row meanwhile
  recent.keep(5, "before", age);
  EXPECT_FALSE(recent.find(5).bytes);
  recent.keep(5, "now", recent.find(5).age);
  EXPECT_EQ(recent.find(5).bytes, "now");
}

TEST(RecentRows, LaterOnesTakeThePlaces) {
  RecentRows recent(kRecentBytes);
  for (std::uint64_t number = 1; number <= 100'000; ++number) {
    const std::string bytes(number % 7 == 0 ? RecentRows::kRowBytesMax : 300, 'a');
    recent.keep(number, bytes, recent.find(number).age);
    ASSERT_EQ(recent.find(number).bytes, bytes);
  }
  EXPECT_FALSE(recent.find(1).bytes);
  EXPECT_GT(recent.bytes(), kRecentBytes / 4);
  EXPECT_LE(recent.bytes(), kRecentBytes);
}

TEST(RecentRows, LargeOnesAreNotKept) {
  RecentRows recent(kRecentBytes);
  recent.keep(1, std::string(RecentRows::kRowBytesMax, 'a'), recent.find(1).age);
  recent.keep(2, std::string(RecentRows::kRowBytesMax + 1, 'a'), recent.find(2).age);
  EXPECT_TRUE(recent.find(1).bytes);
  EXPECT_FALSE(recent.find(2).bytes);
}

// Several threads read and write a table: no reader finds a row that was replaced before its read.
TEST(RecentRows, NobodyFindsWhatIsNoMore) {
  RecentRows recent(kRecentBytes);
  std::atomic<std::uint64_t> table = 0;  // the row, whose value only grows
  std::atomic<std::uint64_t> told = 0;   // the acknowledged value
  std::atomic<bool> is_over = false;
  const auto read = [&] {
    while (!is_over) {
      const std::uint64_t least = told;
      const RecentRows::Found found = recent.find(7);
      if (found.bytes) {
        EXPECT_GE(std::stoull(*found.bytes), least);
      } else {
        recent.keep(7, std::to_string(table.load()), found.age);
      }
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
