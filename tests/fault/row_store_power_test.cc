// SPDX-License-Identifier: Apache-2.0
// The power fails at a random step of a row store under load, up to three times in a row. All
// acknowledged changes must be there, and no change without those before it.
//
// FACSIM_POWER_CUTS: how many seeds (default: 10; `make faults`: 2,000).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <random>
#include <thread>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"
#include "tests/fault/power_cut_fs.h"
#include "tests/fault/row_store_work.h"

namespace facsim::fault {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRowPowerRounds = 3;
constexpr std::uint64_t kPowerChangesOfRound = 250;
// So little memory that tables are written and merged all the time.
constexpr std::uint64_t kMemory = std::uint64_t{4} << 20;

enum class End {
  cut,     // at some step
  closed,  // after the store was closed: then all is on the disk, whatever the durability
  rested,  // a second after the last change, as Durability::second promises
};

struct RowPowerTrial {
  std::uint64_t seed = 1;
  Durability durability = Durability::sync;
  std::optional<FileKind> lie = {};
  End end = End::cut;
};

bool has_promised(const RowPowerTrial& trial) {
  return trial.durability == Durability::sync || trial.end != End::cut;
}

// Works until the power is cut; how many changes were acknowledged is in `promised`.
void work_until_cut(const std::string& folder, const std::shared_ptr<PowerCutFiles>& on,
                    const RowPowerTrial& trial, std::mt19937_64& random, std::uint64_t& promised) {
  PowerCutFiles& files = *on;
  std::uint64_t before = 0;
  std::optional<RowStore> opened;
  try {
    RowStore& store = opened.emplace(open_on(
        on, folder, {.durability = trial.durability, .create = true, .memory_bytes = kMemory}));
    before = changes_in(store);
    // Covers both the few steps of a group and the many of a whole round.
    if (trial.end == End::cut && random() % 4 != 0) files.cut_at(random() % 400);
    std::uint64_t ticket = 0;
    for (std::uint64_t i = 1; i <= kPowerChangesOfRound && !files.is_cut(); ++i) {
      ticket = store.submit(change_of(trial.seed, before + i));
      if (random() % 8 == 0) store.wait(ticket);
    }
    if (trial.end != End::cut || random() % 2 == 0) store.wait(ticket);
    if (trial.end == End::rested) std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    if (trial.end != End::closed) files.cut_now();
  } catch (const Error& failed) {
    if (!files.is_cut()) throw;
  }
  const std::uint64_t acknowledged = opened ? opened->committed() : 0;
  opened.reset();
  files.cut_now();
  // Without a promise, only what was there when the store was opened.
  if (before > 0 || has_promised(trial)) promised = std::max(promised, before);
  if (has_promised(trial) && acknowledged > 0) {
    promised = std::max(promised, before + acknowledged);
  }
}

// Returns the first complaint, with the seed.
std::optional<std::string> try_row_power_cuts(const RowPowerTrial& trial) {
  const TempFolder temp{testing::TempDir()};
  std::mt19937_64 random(trial.seed);
  std::uint64_t promised = 0;
  std::string folder = temp.path() + "/0";
  for (std::uint64_t round = 1; round <= kRowPowerRounds; ++round) {
    const std::string next = temp.path() + "/" + std::to_string(round);
    const std::string say =
        "seed " + std::to_string(trial.seed) + " round " + std::to_string(round) + ": ";
    {
      const auto files = std::make_shared<PowerCutFiles>(folder, next + "-graves");
      if (trial.lie) files->lie_about(*trial.lie);
      if (trial.durability != Durability::sync) files->sync_logs_slowly();
      // The power may also fail while the store is being made or recovered.
      if (trial.end == End::cut && random() % 3 == 0) files->cut_at(random() % 60);
      work_until_cut(folder, files, trial, random, promised);
      files->after_the_cut(next, random);
    }
    // A copy is checked, so that the next round recovers by itself.
    fs::copy(next, next + "-judged");
    try {
      // The plain file system, without the time that real syncs take.
      const auto plain = std::make_shared<PowerCutFiles>(next + "-judged", next + "-judged-graves");
      const RowStore store = open_on(plain, next + "-judged", {.create = true});
      store.verify();
      if (auto wrong = complaint(store, trial.seed, promised)) return say + *wrong;
    } catch (const Error& failed) {
      return say + failed.what();
    }
    fs::remove_all(folder);
    fs::remove_all(next + "-graves");
    fs::remove_all(next + "-judged");
    fs::remove_all(next + "-judged-graves");
    folder = next;
  }
  return std::nullopt;
}

class PowerCut : public testing::TestWithParam<Durability> {};

TEST_P(PowerCut, LeavesAPrefixWithAllThatWasAcknowledged) {
  const std::uint64_t seeds = number_from("FACSIM_POWER_CUTS", 10);
  const std::uint64_t share = GetParam() == Durability::sync ? seeds : (seeds + 4) / 5;
  side_by_side(share, [&](std::uint64_t at) {
    const auto wrong = try_row_power_cuts({at + 1, GetParam()});
    EXPECT_FALSE(wrong) << *wrong;
  });
}

std::string name_of_durability(const testing::TestParamInfo<Durability>& each) {
  constexpr std::array names = {"Sync", "Second", "None"};
  return names[static_cast<std::size_t>(each.param)];
}
INSTANTIATE_TEST_SUITE_P(Durabilities, PowerCut,
                         testing::Values(Durability::sync, Durability::second, Durability::none),
                         name_of_durability);

TEST(PowerCutLater, LeavesAllOfAStoreThatWasClosed) {
  for (const Durability durability : {Durability::sync, Durability::second, Durability::none}) {
    const auto wrong = try_row_power_cuts({.durability = durability, .end = End::closed});
    EXPECT_FALSE(wrong) << *wrong;
  }
}

TEST(PowerCutLater, LeavesAllThatIsASecondOld) {
  const auto wrong = try_row_power_cuts({.durability = Durability::second, .end = End::rested});
  EXPECT_FALSE(wrong) << *wrong;
}

// Otherwise a cut may leave the later log whole, and of the earlier one nothing that shows a gap.
// (With Durability::sync each write is synced anyway.)
TEST(PowerCutLater, FindsEachLogWholeBeforeTheNext) {
  for (const Durability durability : {Durability::sync, Durability::second, Durability::none}) {
    const TempFolder temp{testing::TempDir()};
    const auto files =
        std::make_shared<PowerCutFiles>(temp.path() + "/rows", temp.path() + "/graves");
    files->sync_logs_slowly();
    {
      RowStore store = open_on(files, temp.path() + "/rows",
                               {.durability = durability, .create = true, .memory_bytes = kMemory});
      // RocksDB decides when a log is full.
      for (std::uint64_t i = 1; files->logs() < 4 && i <= 40 * kPowerChangesOfRound; ++i) {
        const std::uint64_t ticket = store.submit(change_of(1, i));
        if (i % kPowerChangesOfRound == 0) store.wait(ticket);
      }
    }
    EXPECT_GE(files->logs(), 4U);
    EXPECT_EQ(files->logs_behind_unsynced(), 0U);
  }
}

// A copy has a log too, which does not belong to the store.
TEST(PowerCutLater, LeavesWhatIsAcknowledgedBehindACopy) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  std::mt19937_64 random(1);
  const auto files = std::make_shared<PowerCutFiles>(folder, temp.path() + "/graves");
  std::uint64_t promised = 0;
  {
    RowStore store = open_on(files, folder, {.create = true, .memory_bytes = kMemory});
    std::atomic<bool> stops = false;
    std::thread writer([&] {
      while (!stops) store.wait(store.submit(change_of(1, ++promised)));
    });
    bool is_log_copied = false;
    for (int copies = 0; copies < 100 && !is_log_copied; ++copies) {
      const std::string copy = temp.path() + "/copy" + std::to_string(copies);
      store.checkpoint(copy);
      for (const auto& entry : fs::directory_iterator(copy)) {
        is_log_copied |= entry.path().extension() == ".log" && entry.file_size() > 0;
      }
    }
    stops = true;
    writer.join();
    EXPECT_TRUE(is_log_copied);
    for (int i = 0; i < 5; ++i) store.wait(store.submit(change_of(1, ++promised)));
    files->cut_now();
  }
  EXPECT_EQ(files->logs_behind_unsynced(), 0U);
  // Each unsynced tail may be found whole, so this is tried several times.
  for (int i = 0; i < 20; ++i) {
    const std::string after = temp.path() + "/after" + std::to_string(i);
    files->after_the_cut(after, random);
    const auto plain = std::make_shared<PowerCutFiles>(after, after + "-graves");
    const auto wrong = complaint(open_on(plain, after, {}), 1, promised);
    EXPECT_FALSE(wrong) << *wrong;
  }
}

// Cuts the power at each step of opening a store, which replaces CURRENT.
std::vector<std::string> cut_while_opening(std::optional<FileKind> lie) {
  constexpr std::uint64_t kSteps = 60;
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  constexpr std::uint64_t kPromised = 40;
  {
    RowStore store = RowStore::open(folder, {.durability = Durability::none, .create = true});
    for (std::uint64_t i = 1; i <= kPromised; ++i) (void)store.submit(change_of(1, i));
  }
  std::mutex mutex;
  std::vector<std::string> all;
  side_by_side(2 * kSteps, [&](std::uint64_t at) {
    const std::string copy = temp.path() + "/" + std::to_string(at);
    std::mt19937_64 random(at);
    fs::copy(folder, copy);
    std::optional<std::string> wrong;
    {
      const auto files = std::make_shared<PowerCutFiles>(copy, copy + "-graves");
      if (lie) files->lie_about(*lie);
      files->cut_at(at % kSteps);
      try {
        (void)open_on(files, copy, {});
      } catch (const Error&) {
        EXPECT_TRUE(files->is_cut());
      }
      files->cut_now();
      files->after_the_cut(copy + "-after", random);
    }
    try {
      const auto plain = std::make_shared<PowerCutFiles>(copy + "-after", copy + "-other-graves");
      wrong = complaint(open_on(plain, copy + "-after", {}), 1, kPromised);
    } catch (const Error& failed) {
      wrong = failed.what();
    }
    const std::lock_guard hold(mutex);
    if (wrong) all.push_back(*wrong);
  });
  return all;
}

TEST(PowerCutWhileOpening, LosesNothing) {
  EXPECT_EQ(cut_while_opening(std::nullopt), std::vector<std::string>());
}

TEST(PowerCutWhileOpening, NeedsTheSyncBeforeCurrent) {
  EXPECT_NE(cut_while_opening(FileKind::folder_first), std::vector<std::string>());
}

// A test that cannot fail proves nothing: if any one sync is left out, the trials must notice it.
struct Sabotage {
  const char* name;
  FileKind lie;
  Durability durability = Durability::sync;
  End end = End::cut;
};

void PrintTo(const Sabotage& sabotage, std::ostream* out) { *out << sabotage.name; }

class SyncTakenOut : public testing::TestWithParam<Sabotage> {};

TEST_P(SyncTakenOut, IsNoticed) {
  std::atomic<bool> is_noticed = false;
  // Rarely takes more than some dozens until one hits the right moment.
  side_by_side(400, [&](std::uint64_t at) {
    if (is_noticed) return;
    const Sabotage& sabotage = GetParam();
    if (try_row_power_cuts({at + 1, sabotage.durability, sabotage.lie, sabotage.end})) {
      is_noticed = true;
    }
  });
  EXPECT_TRUE(is_noticed);
}

INSTANTIATE_TEST_SUITE_P(
    Syncs, SyncTakenOut,
    testing::Values(Sabotage{"Log", FileKind::log}, Sabotage{"Table", FileKind::table},
                    Sabotage{"Manifest", FileKind::manifest},
                    Sabotage{"Current", FileKind::current}, Sabotage{"Folder", FileKind::folder},
                    Sabotage{"LogEachSecond", FileKind::log, Durability::second, End::rested},
                    Sabotage{"LogAtTheEnd", FileKind::log, Durability::none, End::closed},
                    Sabotage{"LogBeforeTheNext", FileKind::log_before_next, Durability::none}),
    [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace facsim::fault
