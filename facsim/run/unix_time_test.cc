// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/unix_time.h"

#include <gtest/gtest.h>

#include <chrono>

namespace facsim {
namespace {

TEST(UnixMs, IsTheTimeOfTheSystemsClock) {
  using std::chrono::sys_time;
  const auto before = std::chrono::system_clock::now() - std::chrono::minutes(1);
  const sys_time<std::chrono::milliseconds> now{std::chrono::milliseconds(unix_ms())};
  EXPECT_GT(now, before);
  EXPECT_LT(now, before + std::chrono::minutes(2));
}

}  // namespace
}  // namespace facsim
