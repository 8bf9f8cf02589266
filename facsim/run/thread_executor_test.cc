// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/thread_executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/refusal_for_test.h"

namespace facsim {
namespace {

TEST(ThreadExecutor, EveryPieceRunsOnce) {
  for (const int threads : {-1, 1, 3, 8}) {
    for (const std::size_t pieces : {0U, 1U, 2U, 1000U}) {
      std::vector<std::atomic<int>> runs(pieces);
      ThreadExecutor(threads).run(pieces, [&](std::size_t i) { ++runs[i]; });
      for (const std::atomic<int>& each : runs) EXPECT_EQ(each, 1) << threads << " " << pieces;
    }
  }
}

// A cancellation does not wait for pieces that have not begun.
TEST(ThreadExecutor, AfterAFailureNoPieceBegins) {
  constexpr std::size_t kPieces = 1'000'000;
  for (const int threads : {1, 4}) {
    std::atomic<std::size_t> begun = 0;
    const auto run = [&] {
      ThreadExecutor(threads).run(kPieces, [&](std::size_t) {
        ++begun;
        throw Error(ErrorCode::cancelled, "enough");
      });
    };
    EXPECT_EQ(for_test::code_of(run), ErrorCode::cancelled);
    EXPECT_LE(begun, static_cast<std::size_t>(threads));
  }
}

}  // namespace
}  // namespace facsim
