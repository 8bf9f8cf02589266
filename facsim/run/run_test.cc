// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/run.h"

#include <gtest/gtest.h>

#include "facsim/base/memory_scratch.h"

namespace facsim {
namespace {

TEST(Run, WhatIsSetAsideIsLackingOfTheMemoryAndNotOfTheLimit) {
  const RunHooks hooks;
  MemoryScratch scratch;
  facsim::Run run({.memory_bytes = 100}, hooks, scratch);
  run.set_aside(30);
  EXPECT_EQ(run.memory_bytes(), 70U);
  EXPECT_EQ(run.memory_limit(), 100U);
  run.set_aside(1000);
  EXPECT_EQ(run.memory_bytes(), 35U) << "half stays";
}

}  // namespace
}  // namespace facsim
