// SPDX-License-Identifier: Apache-2.0
// The power fails at a random step of a whole store, rows or index, while several threads add and
// erase pages, up to twice in a row. Trials run in processes of their own, several in parallel.
//
// FACSIM_POWER_CUTS: how many seeds (default: 10; `make faults`: 2,000).
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "tests/fault/child.h"
#include "tests/fault/power_cut_store.h"
#include "tests/fault/row_store_work.h"
#include "tests/fault/seen_work.h"

namespace facsim::fault {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t kStorePowerRounds = 2;
constexpr std::uint32_t kPowerThreads = 3;
constexpr std::uint64_t kPowerStepsMax = 900;

struct StorePowerTrial {
  std::uint64_t seed = 1;
  Durability durability = Durability::sync;
  std::optional<IndexSync> index_lie = {};
  std::optional<FileKind> rows_lie = {};
};

// Works until the power is cut. Each round numbers its copies anew.
void work_until_store_cut(const std::string& folder, PowerCutStore& power,
                          const StorePowerTrial& trial, std::uint64_t round, Expected& expected) {
  std::mutex mutex;
  SeenStoreOptions options = small_memtables();
  options.durability = trial.durability;
  try {
    SeenStore store = SeenStore::open(folder, options);
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < kPowerThreads; ++thread) {
      threads.emplace_back([&, thread] {
        try {
          offer_copies(
              store,
              {.seed = trial.seed,
               .families = 4,
               .first = static_cast<std::uint32_t>(round * 10'000 + thread),
               .step = kPowerThreads},
              [&] { return !power.is_cut(); },
              [&](const Copy& copy, Known known) {
                const std::lock_guard hold(mutex);
                expected[copy].push_back(known);
              });
        } catch (const Error& failed) {
          EXPECT_TRUE(power.is_cut()) << failed.what();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    power.cut_now();
  } catch (const Error& failed) {
    EXPECT_TRUE(power.is_cut()) << failed.what();
  }
  power.cut_now();
}

// Without a promise for the single page any page may be gone, but what is there must be consistent.
void forget_promises(const StorePowerTrial& trial, Expected& expected) {
  if (trial.durability == Durability::sync) return;
  for (auto& [copy, known] : expected) known = {Known::asked, Known::erasing};
}

std::optional<std::string> try_store_power_cuts(const StorePowerTrial& trial) {
  const TempFolder temp{testing::TempDir()};
  std::mt19937_64 random(trial.seed);
  Expected expected;
  std::string folder = temp.path() + "/0";
  for (std::uint64_t round = 1; round <= kStorePowerRounds; ++round) {
    const std::string next = temp.path() + "/" + std::to_string(round);
    {
      PowerCutStore power(folder, next + "-graves");
      power.lie_about(trial.index_lie, trial.rows_lie);
      // The power may also fail while the store is being made or recovered.
      power.cut_at(random() % 5 == 0 ? random() % 80 : random() % kPowerStepsMax);
      work_until_store_cut(folder, power, trial, round, expected);
      power.after_the_cut(next, random);
    }
    forget_promises(trial, expected);
    try {
      // A copy is checked, so that the next round recovers by itself.
      fs::copy(next, next + "-judged", fs::copy_options::recursive);
      if (auto wrong = complaint(next + "-judged", trial.seed, expected)) {
        return "seed " + std::to_string(trial.seed) + " round " + std::to_string(round) + ": " +
               *wrong;
      }
    } catch (const Error& failed) {
      return "seed " + std::to_string(trial.seed) + " round " + std::to_string(round) + ": " +
             failed.what();
    }
    folder = next;
  }
  return std::nullopt;
}

// The task: first seed, last, step, durability, lie about the index, about the rows (-1: none).
TEST(SeenStorePower, Child) {
  if (task_of_child().empty()) GTEST_SKIP() << "for the tests below";
  std::istringstream task(task_of_child());
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t step = 0;
  int durability = 0;
  int index = 0;
  int rows = 0;
  task >> first >> last >> step >> durability >> index >> rows;
  StorePowerTrial trial{.durability = static_cast<Durability>(durability)};
  if (index >= 0) trial.index_lie = static_cast<IndexSync>(index);
  if (rows >= 0) trial.rows_lie = static_cast<FileKind>(rows);
  for (trial.seed = first; trial.seed <= last; trial.seed += step) {
    std::string said = try_store_power_cuts(trial).value_or("");
    said += '\n';
    tell_parent(said.data(), said.size());
  }
}

// Returns the complaints of all seeds; those after the first one may be missing.
std::vector<std::string> complaints(std::uint64_t seeds, const StorePowerTrial& trial) {
  constexpr std::uint64_t kChildren = 6;
  std::vector<std::string> all;
  std::mutex mutex;
  std::uint64_t tried = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t first = 1; first <= kChildren; ++first) {
    threads.emplace_back([&, first] {
      for (std::uint64_t seed = first; seed <= seeds; seed += kChildren) {
        std::ostringstream task;
        task << seed << ' ' << seeds << ' ' << kChildren << ' '
             << static_cast<int>(trial.durability) << ' '
             << (trial.index_lie ? static_cast<int>(*trial.index_lie) : -1) << ' '
             << (trial.rows_lie ? static_cast<int>(*trial.rows_lie) : -1);
        const Child child("SeenStorePower.Child", task.str());
        std::string line;
        for (char byte = 0; child.read(&byte, 1) == 1;) {
          if (byte != '\n') {
            line += byte;
            continue;
          }
          const std::lock_guard hold(mutex);
          ++tried;
          if (!line.empty()) all.push_back(line);
          if (!all.empty()) return;
          line.clear();
        }
        return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (all.empty() && tried != seeds) all.push_back("a child ended early");
  return all;
}

TEST(SeenStorePower, LeavesAllThatWasAcknowledged) {
  const std::uint64_t seeds = number_from("FACSIM_POWER_CUTS", 10);
  EXPECT_EQ(complaints(seeds, {}), std::vector<std::string>());
}

TEST(SeenStorePower, LeavesAStoreInOrderWhateverItsDurability) {
  const std::uint64_t seeds = (number_from("FACSIM_POWER_CUTS", 10) + 4) / 5;
  for (const Durability durability : {Durability::second, Durability::none}) {
    EXPECT_EQ(complaints(seeds, {.durability = durability}), std::vector<std::string>());
  }
}

// Uses pages without names, so that only the index is written while rows are not synced.
std::optional<std::string> seal_unnamed_pages(std::uint64_t seed) {
  const TempFolder temp{testing::TempDir()};
  std::mt19937_64 random(seed);
  const std::string folder = temp.path() + "/before";
  SeenStoreOptions options = small_memtables();
  options.durability = Durability::none;
  const auto unnamed = [seed](std::uint32_t family) {
    return Page{.bytes = page_of(seed, {family, 0}).bytes};
  };
  {
    PowerCutStore power(folder, temp.path() + "/graves");
    {
      SeenStore store = SeenStore::open(folder, options);
      for (std::uint32_t i = 0; i < 40; ++i) (void)store.check_and_add(unnamed(i));
      store.seal();
      power.cut_now();
    }
    power.after_the_cut(temp.path() + "/after", random);
  }
  const SeenStore store = SeenStore::open(temp.path() + "/after", options);
  for (std::uint32_t i = 0; i < 40; ++i) {
    const SeenAnswer answer = store.check(unnamed(i));
    if (answer.seen == SeenVerdict::yes && store.cluster(answer.page->cluster).empty()) {
      return "seed " + std::to_string(seed) + ": a page is seen that is not there";
    }
  }
  return std::nullopt;
}

TEST(SeenStorePower, LeavesNoIndexThatIsAheadOfItsRows) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto wrong = seal_unnamed_pages(seed);
    ASSERT_FALSE(wrong) << *wrong;
  }
}

// Erasures hold even if a power cut restores the index from before them.
std::optional<std::string> erase_before_failed_syncs(std::uint64_t seed) {
  const TempFolder temp{testing::TempDir()};
  std::mt19937_64 random(seed);
  {
    PowerCutStore power(temp.path() + "/before", temp.path() + "/graves");
    {
      SeenStore store = SeenStore::open(temp.path() + "/before", small_memtables());
      for (std::uint32_t i = 0; i < 10; ++i) (void)store.check_and_add(page_of(seed, {i, 0}));
      store.seal();
      power.fail_commits();
      (void)store.erase(std::vector<std::string>{id_of({3, 0})});
      store.seal();
    }
    power.cut_now();
    power.after_the_cut(temp.path() + "/after", random);
  }
  const SeenStore store = SeenStore::open(temp.path() + "/after", small_memtables());
  for (std::uint32_t i = 0; i < 10; ++i) {
    const SeenAnswer answer = store.check(page_of(seed, {i, 1}));
    if ((answer.seen == SeenVerdict::yes) != (i != 3)) {
      return "seed " + std::to_string(seed) + ": page " + std::to_string(i) + " is " +
             std::string(name_of(answer.seen));
    }
  }
  return std::nullopt;
}

TEST(SeenStorePower, LeavesWhatIsErasedErasedThoughCommitsCannotBeSynced) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto wrong = erase_before_failed_syncs(seed);
    ASSERT_FALSE(wrong) << *wrong;
  }
}

// It stops at the first complaint. A lost sync of tombstones shows once in some dozens of seeds.
constexpr std::uint64_t kSeedsToNotice = 400;

// If any one sync is left out, of the index or of the rows' log, the trials must notice it.
TEST(SeenStorePower, NoticesEachSyncThatIsTakenOut) {
  for (const IndexSync lie :
       {IndexSync::segment, IndexSync::tombstones, IndexSync::manifest, IndexSync::folder}) {
    const std::vector<std::string> said = complaints(kSeedsToNotice, {.index_lie = lie});
    ASSERT_FALSE(said.empty()) << static_cast<int>(lie);
    EXPECT_NE(said[0], "a child ended early");
  }
  const std::vector<std::string> said = complaints(kSeedsToNotice, {.rows_lie = FileKind::log});
  ASSERT_FALSE(said.empty());
  EXPECT_NE(said[0], "a child ended early");
}

}  // namespace
}  // namespace facsim::fault
