// SPDX-License-Identifier: Apache-2.0
// Compressed bodies take memory as they are decompressed, from a shared budget.
#include "facsim/serve/body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "facsim/files/gzip_bytes.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

std::string gzip_member(const std::string& text) { return gzip_bytes(text); }

// A text that compresses badly.
std::string some_text(std::size_t bytes) {
  std::string text;
  std::uint64_t state = 1;
  while (text.size() < bytes) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += static_cast<char>(' ' + (state >> 33U) % 90);
  }
  return text;
}

constexpr std::size_t kMiB = std::size_t{1} << 20;

HttpRequest request_of(const std::string& packed, const std::string& encoding) {
  HttpRequest request;
  request.fields = {{"content-encoding", encoding}};
  request.body = packed;
  request.held_bytes = packed.size();
  return request;
}

struct Outcome {
  int status = 200;
  std::string detail = {};
  std::string bytes = {};
};

Outcome read_body(const HttpRequest& request, BodyBudget& budget, std::size_t most) {
  try {
    const Body body(request, budget, most);
    return {.bytes = std::string(body.bytes())};
  } catch (const Refused& refused) {
    return {.status = refused.status(), .detail = refused.what()};
  }
}

TEST(Body, ASmallBudgetIsNotReservedWhole) {
  BodyBudget budget(16 * kMiB);
  for (const std::size_t bytes :
       std::vector<std::size_t>{0, 1, 64 * 1024 - 1, 64 * 1024, 4 * kMiB, 14 * kMiB}) {
    for (const std::string& text : {some_text(bytes), std::string(bytes, 'a')}) {
      for (const auto& request :
           {request_of(gzip_member(text), "gzip"), request_of(gzip_member(text), "X-GZip")}) {
        BodyBudget::Share connection(budget);
        if (!connection.resize(request.held_bytes) || request.held_bytes + bytes >= 15 * kMiB) {
          continue;  // some_text() compresses badly
        }
        connection.settle();
        const Outcome outcome = read_body(request, budget, 64 * kMiB);
        EXPECT_EQ(outcome.status, 200) << bytes << ": " << outcome.detail;
        EXPECT_TRUE(outcome.bytes == text) << bytes;
      }
    }
  }
  EXPECT_EQ(budget.taken(), 0U);
}

TEST(Body, WhatNeverFitsIsRefusedWithTheNumber) {
  BodyBudget budget(4 * kMiB);
  const HttpRequest request = request_of(gzip_member(std::string(5 * kMiB, 'a')), "gzip");
  const Outcome by_memory = read_body(request, budget, 64 * kMiB);
  EXPECT_EQ(by_memory.status, 413);
  const std::string number = std::to_string(budget.body_bytes_max() - request.held_bytes - 1);
  EXPECT_THAT(by_memory.detail, testing::HasSubstr("more than " + number + " bytes"));
  EXPECT_THAT(by_memory.detail, testing::HasSubstr("raise memory"));
  const Outcome by_flag = read_body(request, budget, kMiB);
  EXPECT_EQ(by_flag.status, 413);
  EXPECT_THAT(by_flag.detail, testing::HasSubstr("more than 1048576 bytes"));
  EXPECT_THAT(by_flag.detail, testing::HasSubstr("raise unpacked_max"));
  // The largest body that fits, and a limit one byte too small.
  const HttpRequest fits = request_of(gzip_member(std::string(kMiB, 'a')), "gzip");
  EXPECT_EQ(read_body(fits, budget, kMiB).status, 200);
  EXPECT_EQ(read_body(fits, budget, kMiB - 1).status, 413);
  EXPECT_EQ(budget.taken(), 0U);
}

TEST(Body, WhoCannotGrowGivesAllBack) {
  BodyBudget budget(4 * kMiB);
  BodyBudget::Share other(budget);
  ASSERT_TRUE(other.resize(3 * kMiB));
  const HttpRequest request = request_of(gzip_member(std::string(2 * kMiB, 'a')), "gzip");
  const Outcome refused = read_body(request, budget, 64 * kMiB);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(budget.taken(), 3 * kMiB);
  other.give_back();
  EXPECT_EQ(read_body(request, budget, 64 * kMiB).status, 200);
}

TEST(Body, DamageIsToldFromWantOfRoom) {
  BodyBudget budget(4 * kMiB);
  const std::string packed = gzip_member(some_text(100'000));
  for (const std::string& bytes : {std::string("no gzip"), packed.substr(0, packed.size() / 2),
                                   packed.substr(0, packed.size() - 1)}) {
    EXPECT_EQ(read_body(request_of(bytes, "gzip"), budget, kMiB).status, 400);
  }
  EXPECT_EQ(read_body(request_of("x", "br"), budget, kMiB).status, 415);
  EXPECT_EQ(read_body(request_of(gzip_member("a") + gzip_member("b"), "gzip"), budget, kMiB).bytes,
            "ab");
  EXPECT_EQ(budget.taken(), 0U);
}

TEST(BodyBudget, SevenSixteenthsAreForTheSenior) {
  BodyBudget budget(160);  // small shares: up to 10
  ASSERT_EQ(budget.body_bytes_max(), 150U);
  BodyBudget::Share senior(budget);
  BodyBudget::Share other(budget);
  ASSERT_TRUE(senior.resize(40));
  ASSERT_TRUE(other.resize(40));
  EXPECT_TRUE(senior.resize(41));
  EXPECT_FALSE(other.resize(41)) << "only the senior has it";
  EXPECT_EQ(other.bytes(), 40U);
  EXPECT_TRUE(senior.resize(110)) << "all of it";
  EXPECT_FALSE(senior.resize(111));
  senior.settle();
  EXPECT_FALSE(other.resize(41)) << "it is taken";
  senior.give_back();
  EXPECT_TRUE(other.resize(150));
  EXPECT_FALSE(other.resize(151));
}

TEST(BodyBudget, SmallSharesFindRoomWhateverALargeOneHolds) {
  for (const std::size_t held : {81U, 149U, 150U}) {
    BodyBudget budget(160);
    BodyBudget::Share large(budget);
    ASSERT_TRUE(large.resize(held));
    BodyBudget::Share small(budget);
    for (const std::size_t bytes : {1U, 5U, 10U}) EXPECT_TRUE(small.resize(bytes)) << held;
    BodyBudget::Share next(budget);
    EXPECT_FALSE(next.resize(1)) << "the reserve is taken";
    EXPECT_FALSE(small.resize(11)) << "no small share any more, and the large one is the senior";
    EXPECT_EQ(small.bytes(), 10U);
    // It leaves the reserve when there is other memory, and then the next share gets the reserve.
    large.give_back();
    EXPECT_TRUE(small.resize(30));
    EXPECT_TRUE(large.resize(120)) << "the senior again";
    EXPECT_TRUE(next.resize(10));
    EXPECT_EQ(budget.taken(), 160U);
    small.give_back();
    next.give_back();
    EXPECT_EQ(budget.taken(), 120U);
  }
}

TEST(BodyBudget, ASmallShareIsNeverTheSenior) {
  BodyBudget budget(160);
  BodyBudget::Share large(budget);
  ASSERT_TRUE(large.resize(78));
  BodyBudget::Share small(budget);
  ASSERT_TRUE(small.resize(10));  // from the reserve
  BodyBudget::Share other(budget);
  EXPECT_TRUE(other.resize(30)) << "the senior";
  EXPECT_FALSE(large.resize(79));
}

TEST(BodyBudget, AShareSeesWhomItKeepsOut) {
  BodyBudget budget(160);
  BodyBudget::Share large(budget);
  BodyBudget::Share small(budget);
  BodyBudget::Share none(budget);
  ASSERT_TRUE(large.resize(150) && small.resize(10));
  const auto before = budget.refusals();
  EXPECT_FALSE(large.keeps_others_out(before));
  BodyBudget::Share refused(budget);
  ASSERT_FALSE(refused.resize(20));
  refused.give_up(20);
  EXPECT_TRUE(large.keeps_others_out(before));
  EXPECT_FALSE(small.keeps_others_out(before)) << "its room would not do for 20 bytes";
  ASSERT_FALSE(refused.resize(9));
  refused.give_up(9);
  EXPECT_TRUE(small.keeps_others_out(before));
  EXPECT_FALSE(none.keeps_others_out(before));
  EXPECT_FALSE(large.keeps_others_out(budget.refusals()));
}

// Many threads resize shares of all sizes: nothing is counted twice or lost.
TEST(BodyBudget, AllThatIsTakenComesBack) {
  BodyBudget budget(1'600);
  std::vector<std::thread> clients;
  for (std::size_t i = 0; i < 8; ++i) {
    clients.emplace_back([&budget, i] {
      BodyBudget::Share share(budget);
      std::size_t state = i + 1;
      for (int step = 0; step < 20'000; ++step) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const std::size_t bytes = (state >> 33U) % (step % 2 == 0 ? 150 : 1'200);
        if (!share.resize(bytes)) share.give_up(bytes);
        EXPECT_LE(budget.taken(), 1'600U + 8 * 100) << "a share that moves counts twice meanwhile";
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(budget.taken(), 0U);
}

// Forty bodies of which no two fit at once, repeatedly: all complete, since whenever some are
// refused the last one of them is not.
TEST(BodyBudget, GrowingBodiesNeverWaitAndNeverStarve) {
  BodyBudget budget(2 * kMiB);
  const HttpRequest request = request_of(gzip_member(std::string(1'500'000, 'a')), "gzip");
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 40; ++i) {
    clients.emplace_back([&] {
      while (read_body(request, budget, 64 * kMiB).status == 429) std::this_thread::yield();
      ++answered;
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(answered, 40);
  EXPECT_EQ(budget.taken(), 0U);
}

}  // namespace
}  // namespace facsim
