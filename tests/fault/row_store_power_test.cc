// SPDX-License-Identifier: Apache-2.0
// The power fails at a random step of a row store under load, up to three times in a row: is all
// there that was acknowledged, and nothing without what came before it?
//
// FACSIM_POWER_CUTS: how many seeds (default: 50).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <random>
#include <thread>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"
#include "facsim/store/row_store_seam_internal.h"
#include "tests/fault/power_cut_fs.h"
#include "tests/fault/row_store_work.h"

namespace facsim::fault {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRounds = 3;
constexpr std::uint64_t kChangesOfRound = 250;
// So little that tables are written and merged all the time.
constexpr std::uint64_t kMemory = std::uint64_t{4} << 20;

// The seam is one for the whole process, so stores are opened one after the other. RocksDB rests
// for a second behind a flush that failed: trials run side by side.
constexpr unsigned kThreads = 8;
RowStore open_on(const std::shared_ptr<PowerCutFiles>& files, const std::string& folder,
                 const RowStoreOptions& options) {
  static std::mutex mutex;
  const std::lock_guard hold(mutex);
  const RowStoreFilesScope scope(files);
  return RowStore::open(folder, options);
}

struct Trial {
  std::uint64_t seed;
  Durability durability;
  std::optional<FileKind> lie;
};

// Works until the power is cut; what was acknowledged is in `promised`.
void work(const std::string& folder, const std::shared_ptr<PowerCutFiles>& on, const Trial& trial,
          std::mt19937_64& random, Promised& promised) {
  PowerCutFiles& files = *on;
  std::atomic<std::uint64_t> acknowledged = 0;
  std::uint64_t before = 0;
  try {
    RowStore store = open_on(
        on, folder, {.durability = trial.durability, .create = true, .memory_bytes = kMemory});
    before = changes_in(store);
    // Both the few steps of a group and the many of a whole round.
    if (random() % 4 != 0) files.cut_at(random() % 800);
    std::uint64_t ticket = 0;
    for (std::uint64_t i = 1; i <= kChangesOfRound && !files.is_cut(); ++i) {
      ticket = store.submit(change_of(trial.seed, before + i));
      store.when_committed(ticket, [&acknowledged, ticket](const Error* error) {
        if (error == nullptr) acknowledged = ticket;
      });
      if (random() % 8 == 0) store.wait(ticket);
      if (random() % 30 == 0) {
        const std::uint64_t piece = promised.pieces.size() + 1;
        store.put_names(names_of(trial.seed, piece));
        promised.pieces.push_back(piece);
      }
    }
    if (random() % 2 == 0) store.wait(ticket);
    files.cut_now();
  } catch (const Error& failed) {
    if (!files.is_cut()) throw;
  }
  // Only a sync is a promise over a power cut; else what was there when the store was opened.
  if (before > 0 || trial.durability == Durability::sync) {
    promised.changes = std::max(promised.changes, before);
  }
  if (trial.durability == Durability::sync && acknowledged > 0) {
    promised.changes = std::max(promised.changes, before + acknowledged);
  }
}

// The first complaint, with the seed.
std::optional<std::string> try_power_cuts(const Trial& trial) {
  const TempFolder temp{testing::TempDir()};
  std::mt19937_64 random(trial.seed);
  Promised promised;
  std::string folder = temp.path() + "/0";
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    const std::string next = temp.path() + "/" + std::to_string(round);
    const std::string say =
        "seed " + std::to_string(trial.seed) + " round " + std::to_string(round) + ": ";
    {
      const auto files = std::make_shared<PowerCutFiles>(folder, next + "-graves");
      if (trial.lie) files->lie_about(*trial.lie);
      // While it is being made or recovered, too.
      if (random() % 3 == 0) files->cut_at(random() % 60);
      work(folder, files, trial, random, promised);
      files->after_the_cut(next, random);
    }
    // A copy is judged, so that the next round recovers by itself.
    fs::copy(next, next + "-judged");
    try {
      // The plain file system, but for the time that real syncs take.
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
  const std::uint64_t seeds = number_from("FACSIM_POWER_CUTS", 50);
  const std::uint64_t share = GetParam() == Durability::sync ? seeds : (seeds + 4) / 5;
  std::atomic<std::uint64_t> next = 1;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t seed = next++; seed <= share; seed = next++) {
        const auto wrong = try_power_cuts({seed, GetParam(), std::nullopt});
        EXPECT_FALSE(wrong) << *wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

constexpr std::array<const char*, 3> kDurabilities = {"Sync", "Second", "None"};
std::string name_of_durability(const testing::TestParamInfo<Durability>& each) {
  return kDurabilities[static_cast<std::size_t>(each.param)];
}
INSTANTIATE_TEST_SUITE_P(Durabilities, PowerCut,
                         testing::Values(Durability::sync, Durability::second, Durability::none),
                         name_of_durability);

// A test that cannot fail proves nothing: with any one sync taken out, it does.
class SyncTakenOut : public testing::TestWithParam<FileKind> {};

TEST_P(SyncTakenOut, IsNoticed) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto wrong = try_power_cuts({seed, Durability::sync, GetParam()});
    if (wrong) {
      std::cout << "  " << *wrong << '\n';
      return;
    }
  }
  ADD_FAILURE() << "nobody noticed";
}

constexpr std::array<const char*, 5> kKinds = {"Log", "Table", "Manifest", "Current", "Folder"};
std::string name_of_kind(const testing::TestParamInfo<FileKind>& each) {
  return kKinds[static_cast<std::size_t>(each.param)];
}
INSTANTIATE_TEST_SUITE_P(Kinds, SyncTakenOut,
                         testing::Values(FileKind::log, FileKind::table, FileKind::manifest,
                                         FileKind::current, FileKind::folder),
                         name_of_kind);

}  // namespace
}  // namespace facsim::fault
