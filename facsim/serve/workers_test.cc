// SPDX-License-Identifier: Apache-2.0
// The queues of requests: workers, the budget of bodies, the log; and answers that do not wait.
#include "facsim/serve/workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <future>
#include <string>
#include <thread>

#include "facsim/serve/body_budget.h"
#include "facsim/serve/brief_answers.h"
#include "facsim/serve/log_queue.h"

namespace facsim {
namespace {

TEST(Workers, AFullQueueRefuses) {
  std::promise<void> gate;
  std::shared_future<void> opened = gate.get_future().share();
  std::atomic<int> begun = 0;
  std::atomic<int> done = 0;
  {
    Workers workers(2, 3);
    const auto task = [&] {
      ++begun;
      opened.wait();
      ++done;
    };
    ASSERT_TRUE(workers.submit(task));
    ASSERT_TRUE(workers.submit(task));
    while (begun < 2) std::this_thread::yield();
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(workers.submit(task));
    EXPECT_FALSE(workers.submit(task));
    EXPECT_EQ(workers.queued(), 3U);
    EXPECT_FALSE(workers.are_idle());
    gate.set_value();
  }
  EXPECT_EQ(done, 5);  // its destructor completes the accepted tasks
}

// Each task is done and none is forgotten, both if the threads sleep and if they are busy.
TEST(Workers, EveryTaskIsDone) {
  Workers workers(8, 1000);
  EXPECT_TRUE(workers.are_idle());
  std::atomic<int> done = 0;
  const auto task = [&done] { ++done; };
  for (int round = 1; round <= 200; ++round) {
    const int tasks = round % 20 + 1;
    const int before = done;
    for (int i = 0; i < tasks; ++i) ASSERT_TRUE(workers.submit(task));
    while (done < before + tasks) std::this_thread::yield();
  }
  EXPECT_EQ(workers.queued(), 0U);
  while (!workers.are_idle()) std::this_thread::yield();
}

HttpResponse answered(BriefAnswers& brief, const std::function<void()>& work) {
  return brief.answer([&] {
    work();
    return HttpResponse{.status = 201};
  });
}

TEST(BriefAnswers, WhatComputesForLongOrWaitsIsFollowedByAPause) {
  using std::chrono::milliseconds;
  const auto compute = [] {
    const std::clock_t begin = std::clock();  // of all threads, but this is the only one
    while (std::clock() - begin < CLOCKS_PER_SEC / 100) {
    }
  };
  const auto wait = [] { std::this_thread::sleep_for(milliseconds(3)); };
  for (const std::function<void()>& work : {std::function<void()>(compute), {wait}}) {
    BriefAnswers brief;
    EXPECT_EQ(answered(brief, [] {}).status, 201);
    EXPECT_TRUE(brief.may_answer());
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(answered(brief, work).status, 201);
    const auto took = std::chrono::steady_clock::now() - began;
    EXPECT_FALSE(brief.may_answer());
    std::this_thread::sleep_for(50 * took + milliseconds(100));
    EXPECT_TRUE(brief.may_answer());
  }
}

TEST(BodyBudget, SharesAreGivenBack) {
  BodyBudget budget(100);
  BodyBudget::Share first(budget);
  EXPECT_TRUE(first.resize(60));
  first.settle();
  {
    BodyBudget::Share second(budget);
    EXPECT_TRUE(second.resize(34));
    EXPECT_FALSE(second.resize(35));
    EXPECT_EQ(budget.taken(), 94U);
    EXPECT_TRUE(first.resize(10));
    EXPECT_TRUE(second.resize(84));
  }
  EXPECT_EQ(budget.taken(), 10U);
}

TEST(LogQueue, ASlowReaderHoldsNobodyUp) {
  std::promise<void> gate;
  std::shared_future<void> opened = gate.get_future().share();
  std::atomic<std::uint64_t> written = 0;
  std::uint64_t dropped = 0;
  constexpr std::uint64_t kLines = 30'000;
  {
    LogQueue log([&](const std::string& line) {
      opened.wait();
      if (line == "x\n") ++written;
    });
    for (std::uint64_t i = 0; i < kLines; ++i) log.add("x");
    dropped = log.dropped();
    EXPECT_GT(dropped, 0U);
    gate.set_value();
  }
  EXPECT_EQ(written + dropped, kLines);
}

}  // namespace
}  // namespace facsim
