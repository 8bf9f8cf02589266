// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/page_pipeline.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

constexpr std::uint64_t kMemory = limits::kMemoryBytesMin;

struct Item {
  RawRecord record;
  int number = 0;
  std::string found;

  [[nodiscard]] std::size_t input_bytes() const { return record.bytes.size(); }
  [[nodiscard]] std::size_t result_bytes() const { return found.size(); }
  void release() { release_large(found, 0); }
};

struct Ran {
  std::vector<int> order;
  std::uint64_t waiting_most = 0;  // bytes of results that were not yet committed
};

// `found_bytes` is the size of each item's result; item `failing` throws.
Ran run(int threads, int count, std::size_t found_bytes, int failing = -1) {
  PageBudget budget(kMemory, threads);
  PagePipeline<Item> pipeline(budget);
  Ran ran;
  int next = 0;
  std::atomic<std::uint64_t> waiting = 0;
  std::atomic<std::uint64_t> most = 0;
  pipeline.run({
      .begin_batch = [] {},
      .read =
          [&](Item& item) {
            item.number = next;
            item.record.bytes.assign(100, 'x');
            EXPECT_LE(next, count) << "asked again behind the end";
            return next++ < count;
          },
      .take_apart =
          [&](Item& item, std::size_t, PageBudget::Hold& hold) {
            hold.need(page_bytes_in_flight(found_bytes));
            if (item.number == failing) throw std::runtime_error("page");
            item.found.assign(found_bytes, 'y');
            const std::uint64_t now = waiting += found_bytes;
            for (std::uint64_t was = most; was < now && !most.compare_exchange_weak(was, now);) {
            }
          },
      .commit =
          [&](Item& item) {
            ran.order.push_back(item.number);
            waiting -= item.found.size();
          },
  });
  ran.waiting_most = most;
  return ran;
}

TEST(PagePipeline, CommitsInInputOrderWithAnyNumberOfThreads) {
  std::vector<int> expected;
  for (int i = 0; i < 500; ++i) expected.push_back(i);
  for (const int threads : {1, 2, 6, 64}) EXPECT_EQ(run(threads, 500, 1000).order, expected);
  EXPECT_TRUE(run(4, 0, 0).order.empty());
  EXPECT_EQ(run(4, 64, 0).order.size(), 64U) << "the end of the pages is the end of a batch";
}

// The results of a batch of small records that inflate are not held until its end.
TEST(PagePipeline, ResultsThatWaitAreBounded) {
  constexpr std::size_t kFound = std::size_t{2} << 20;
  for (const int threads : {1, 2, 6, 64}) {
    const Ran ran = run(threads, 200, kFound);
    EXPECT_EQ(ran.order.size(), 200U);
    EXPECT_LE(ran.waiting_most, PageBudget(kMemory).waiting_bytes_max() + 10 * kFound) << threads;
  }
}

TEST(PagePipeline, AFailureEndsAllThatWait) {
  for (const int threads : {1, 2, 6}) {
    EXPECT_THROW(run(threads, 500, std::size_t{3} << 20, 70), std::runtime_error);
  }
}

}  // namespace
}  // namespace facsim
