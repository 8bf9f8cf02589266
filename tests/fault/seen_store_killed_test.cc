// SPDX-License-Identifier: Apache-2.0
// A process with a whole store is killed at a random moment, while it opens the store, or while
// several of its threads add and erase pages and segments are written. The parent remembers what it
// acknowledged.
//
// FACSIM_KILLS: how many times (default: 5; `make faults`: 500).
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <sstream>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "tests/fault/child.h"
#include "tests/fault/row_store_work.h"
#include "tests/fault/seen_work.h"

namespace facsim::fault {
namespace {

constexpr std::uint32_t kKilledThreads = 4;
// After this many rounds a new store is made, since checking a large one takes too long.
constexpr std::uint64_t kRoundsOfSeenStore = 5;
// The process is killed after at most this many reports; by the clock, a slow machine would make
// none.
constexpr std::uint64_t kWordsOfRound = 800;

struct Said {
  Copy copy;
  std::uint32_t known = 0;
};

// The task: seed, round, folder.
TEST(SeenStoreKilled, Child) {
  if (task_of_child().empty()) GTEST_SKIP() << "for the test below";
  std::istringstream task(task_of_child());
  std::uint64_t seed = 0;
  std::uint32_t round = 0;
  std::string folder;
  task >> seed >> round >> folder;
  SeenStore store = SeenStore::open(folder, small_memtables());
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < kKilledThreads; ++thread) {
    threads.emplace_back([&, thread] {
      offer_copies(
          store,
          {.seed = seed, .families = 40, .first = round * 100'000 + thread, .step = kKilledThreads},
          [] { return true; },
          [](const Copy& copy, Known known) {
            // A small write to a pipe is atomic.
            const Said said{copy, static_cast<std::uint32_t>(known)};
            tell_parent(&said, sizeof said);
          });
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(SeenStoreKilled, HasAllThatWasAcknowledged) {
  const std::uint64_t rounds = number_from("FACSIM_KILLS", 5);
  std::mt19937 random(1);
  std::size_t pages = 0;
  for (std::uint64_t store = 0; store * kRoundsOfSeenStore < rounds; ++store) {
    const TempFolder temp{testing::TempDir()};
    const std::string folder = temp.path() + "/store";
    const std::uint64_t seed = store + 1;
    Expected expected;
    for (std::uint64_t round = 0; round < kRoundsOfSeenStore; ++round) {
      std::ostringstream task;
      task << seed << ' ' << round << ' ' << folder;
      Child child("SeenStoreKilled.Child", task.str());
      const std::uint64_t last = 1 + random() % kWordsOfRound;
      const bool is_while_opening = random() % 4 == 0;
      const std::chrono::microseconds pause(random() % (is_while_opening ? 100'000 : 5'000));
      bool is_killed = false;
      const auto kill = [&] {
        std::this_thread::sleep_for(pause);
        child.kill();
        is_killed = true;
      };
      if (is_while_opening) kill();
      Said said;
      std::uint64_t heard = 0;
      std::size_t filled = 0;
      while (const std::size_t got =
                 child.read(reinterpret_cast<char*>(&said) + filled, sizeof said - filled)) {
        filled += got;
        if (filled < sizeof said) continue;
        filled = 0;
        expected[said.copy].push_back(static_cast<Known>(said.known));
        if (++heard >= last && !is_killed) kill();
      }
      EXPECT_TRUE(WIFSIGNALED(child.wait())) << "it was to be killed, not to end";
      // Its last report may be missing, but each one was written at once.
      EXPECT_EQ(filled, 0U);
      if (!std::filesystem::exists(folder + "/rows/CURRENT")) continue;
      const auto wrong = complaint(folder, seed, expected);
      ASSERT_FALSE(wrong) << *wrong << " in store " << store << " round " << round;
    }
    pages += expected.size();
  }
  EXPECT_GT(pages, 100U);
}

}  // namespace
}  // namespace facsim::fault
