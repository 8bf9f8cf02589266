// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/ordered_pipeline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

struct Number {
  int value = 0;
  std::uint64_t result = 0;
};

// Work of very different durations, so that batches overtake each other.
std::uint64_t work(int value) {
  std::uint64_t hash = static_cast<std::uint64_t>(value);
  for (int i = 0; i < (value % 7) * 2000; ++i) hash = mix64(hash + 1);
  return hash;
}

std::vector<std::uint64_t> run(int threads, int count) {
  std::vector<std::uint64_t> results;
  int next = 0;
  OrderedPipeline<Number> pipeline(threads);
  pipeline.run({
      .produce =
          [&](Number& number) {
            number.value = next++;
            return number.value < count;
          },
      .process = [](Number& number, std::size_t) { number.result = work(number.value); },
      .commit = [&](Number& number) { results.push_back(number.result); },
  });
  return results;
}

TEST(OrderedPipeline, CommitsInInputOrderWithAnyNumberOfThreads) {
  std::vector<std::uint64_t> expected;
  for (int i = 0; i < 500; ++i) expected.push_back(work(i));
  for (const int threads : {0, 1, 2, 3, 8}) EXPECT_EQ(run(threads, 500), expected) << threads;
}

TEST(OrderedPipeline, EndsWithNothingToDo) {
  EXPECT_TRUE(run(1, 0).empty());
  EXPECT_TRUE(run(4, 0).empty());
}

TEST(OrderedPipeline, RethrowsWhatAStepThrows) {
  for (const int threads : {1, 4}) {
    for (const int failing_step : {0, 1, 2}) {
      int next = 0;
      const auto fail_at = [&](int step, const Number& number) {
        if (step == failing_step && number.value == 50) throw std::runtime_error("step");
      };
      OrderedPipeline<Number> pipeline(threads);
      std::atomic<int> committed = 0;
      EXPECT_THROW(pipeline.run({
                       .produce =
                           [&](Number& number) {
                             number.value = next++;
                             fail_at(0, number);
                             return number.value < 1'000'000;
                           },
                       .process = [&](Number& number, std::size_t) { fail_at(1, number); },
                       .commit =
                           [&](Number& number) {
                             fail_at(2, number);
                             ++committed;
                           },
                   }),
                   std::runtime_error);
      EXPECT_LE(committed, 50);
    }
  }
}

}  // namespace
}  // namespace facsim
