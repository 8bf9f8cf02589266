// SPDX-License-Identifier: Apache-2.0
// A process with a row store is killed at a random moment under load, or while it opens the store.
//
// FACSIM_KILLS: how many times (default: 5; `make faults`: 500).
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <random>
#include <sstream>
#include <thread>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"
#include "tests/fault/child.h"
#include "tests/fault/row_store_work.h"

namespace facsim::fault {
namespace {

// After this many rounds a new store is made, since checking a large one takes too long.
constexpr std::uint64_t kRoundsOfRowStore = 5;
// The process is killed after at most this many acknowledged changes; by the clock, a slow machine
// would make none.
constexpr std::uint64_t kKilledChangesOfRound = 400;

// Reports how many changes are acknowledged, 8 bytes each. The task: seed, folder.
TEST(RowStoreKilled, Child) {
  if (task_of_child().empty()) GTEST_SKIP() << "for the test below";
  std::istringstream task(task_of_child());
  std::uint64_t seed = 0;
  std::string folder;
  task >> seed >> folder;
  RowStore store = RowStore::open(folder, {.create = true, .memory_bytes = std::uint64_t{4} << 20});
  const std::uint64_t before = changes_in(store);
  std::uint64_t told = before;
  for (std::uint64_t i = 1;; ++i) {
    const std::uint64_t ticket = store.submit(change_of(seed, before + i));
    if (i % 40 == 0) store.wait(ticket);
    const std::uint64_t number = before + store.committed();
    if (number > told) tell_parent(&number, sizeof number);
    told = number;
  }
}

TEST(RowStoreKilled, HasAllThatWasAcknowledged) {
  const std::uint64_t rounds = number_from("FACSIM_KILLS", 5);
  std::mt19937 random(1);
  std::uint64_t changes = 0;
  for (std::uint64_t seed = 1; (seed - 1) * kRoundsOfRowStore < rounds; ++seed) {
    const TempFolder temp{testing::TempDir()};
    const std::string folder = temp.path() + "/rows";
    std::uint64_t acknowledged = 0;
    for (std::uint64_t round = 0; round < kRoundsOfRowStore; ++round) {
      Child child("RowStoreKilled.Child", std::to_string(seed) + " " + folder);
      const std::uint64_t last = acknowledged + 1 + random() % kKilledChangesOfRound;
      const bool is_while_opening = random() % 4 == 0;
      const std::chrono::microseconds pause(random() % (is_while_opening ? 60'000 : 2'000));
      bool is_killed = false;
      const auto kill = [&] {
        std::this_thread::sleep_for(pause);
        child.kill();
        is_killed = true;
      };
      if (is_while_opening) kill();
      std::uint64_t number = 0;
      while (child.read(reinterpret_cast<char*>(&number), sizeof number) == sizeof number) {
        acknowledged = number;
        if (number >= last && !is_killed) kill();
      }
      EXPECT_TRUE(WIFSIGNALED(child.wait())) << "it was to be killed, not to end";
      const RowStore store = RowStore::open(folder, {.create = true});
      const auto wrong = complaint(store, seed, acknowledged);
      ASSERT_FALSE(wrong) << *wrong << " in store " << seed << " round " << round;
    }
    changes += acknowledged;
  }
  EXPECT_GT(changes, 100U);
}

}  // namespace
}  // namespace facsim::fault
