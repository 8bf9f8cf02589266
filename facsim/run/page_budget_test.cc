// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/page_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

using Hold = PageBudget::Hold;

constexpr std::uint64_t kMemory = limits::kMemoryBytesMin;

TEST(PageBudget, AStringGivesItsBufferBack) {
  std::string text(std::size_t{4} << 20, 'x');
  release_large(text);
  EXPECT_LT(text.capacity(), 64U);
}

TEST(PageBudget, ManyThreadsAreFewerInLittleMemory) {
  EXPECT_EQ(PageBudget(kMemory, 1).threads(), 1);
  EXPECT_EQ(PageBudget(kMemory, 6).threads(), 6);
  EXPECT_LT(PageBudget(kMemory, 64).threads(), 64);
  EXPECT_EQ(PageBudget(std::uint64_t{4} << 30, 64).threads(), 64);
  EXPECT_EQ(PageBudget(0, 0).threads(), 1);
}

TEST(PageBudget, ThePageThatDoesNotFitTakesTheLane) {
  PageBudget budget(kMemory);
  Hold small(budget);
  small.need(budget.bytes());
  EXPECT_FALSE(small.has_lane());
  Hold large(budget);
  large.need(100 * budget.bytes());
  EXPECT_TRUE(large.has_lane());
  large.need(1000 * budget.bytes());  // waits for nothing
}

// Pages of all sizes in many threads never take more than the budget and one page in addition.
TEST(PageBudget, NeverMoreThanTheBudgetAndOnePage) {
  PageBudget budget(kMemory, 16);
  std::atomic<std::uint64_t> held = 0;
  std::atomic<int> in_lane = 0;
  std::atomic<bool> is_over = false;
  const auto work = [&](unsigned thread) {
    for (unsigned page = 0; page < 300; ++page) {
      const std::uint64_t bytes = ((page * 7 + thread * 13) % 40 + 1) * budget.bytes() / 20;
      Hold hold(budget);
      hold.need(bytes / 4);
      hold.need(bytes);
      const bool has_lane = hold.has_lane();
      const bool is_too_much = has_lane ? ++in_lane > 1 : (held += bytes) > budget.bytes();
      if (is_too_much) is_over = true;
      std::this_thread::yield();
      has_lane ? void(--in_lane) : void(held -= bytes);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 16; ++thread) threads.emplace_back(work, thread);
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(is_over);
}

struct MyTurn final : PageBudget::Turn {
  [[nodiscard]] bool goes_on() const override { return is_due; }
  std::atomic<bool> is_due = false;
};

TEST(PageBudget, WhileResultsWaitOnlyTheOneWhoseTurnItIsGoesOn) {
  PageBudget budget(kMemory);
  budget.add_results(budget.waiting_bytes_max() + 1);
  MyTurn due;
  due.is_due = true;
  Hold first(budget, &due);
  first.need(1);
  std::atomic<bool> went_on = false;
  MyTurn turn;
  std::thread other([&] {
    Hold hold(budget, &turn);
    hold.need(1);
    went_on = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(went_on);
  turn.is_due = true;
  budget.wake();
  other.join();
  EXPECT_TRUE(went_on);
}

// The thread sanitizer finds a sum without its lock, and usually its value is wrong too.
TEST(PageBudget, ResultsOfManyThreadsAreCounted) {
  PageBudget budget(kMemory, 4);
  const std::uint64_t bytes = budget.waiting_bytes_max() / 4;
  const auto work = [&] {
    for (int times = 0; times < 2000; ++times) {
      budget.add_results(bytes);
      budget.take_results(bytes);
    }
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  budget.add_results(budget.waiting_bytes_max());
  std::atomic<bool> went_on = false;
  MyTurn turn;
  std::thread other([&] {
    Hold hold(budget, &turn);
    hold.need(1);  // waits for its turn if more is counted
    went_on = !turn.is_due;
  });
  for (int waits = 0; waits < 1000 && !went_on; ++waits) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  turn.is_due = true;
  budget.wake();
  other.join();
  EXPECT_TRUE(went_on);
}

}  // namespace
}  // namespace facsim
