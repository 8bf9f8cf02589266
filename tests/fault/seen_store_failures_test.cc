// SPDX-License-Identifier: Apache-2.0
// The disk is full or broken at the n-th step of a whole store, rows or index: callers get the
// error, reads still work, and after the store is opened again everything acknowledged is there.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <functional>
#include <list>
#include <sstream>

#include "facsim/files/temp_folder.h"
#include "tests/fault/child.h"
#include "tests/fault/power_cut_store.h"
#include "tests/fault/seen_work.h"

namespace facsim::fault {
namespace {

constexpr std::uint64_t kStoreFailureSeed = 3;
constexpr std::uint64_t kFailureStepsMax = 460;  // the whole work takes some 420

struct StoreFailure {
  bool is_full = false;  // false: the disk is broken
  bool stays = false;
};

// Acknowledged pages are seen, even in a store that accepts no more changes.
std::optional<std::string> ask_for_known(const SeenStore& store, const Expected& expected) {
  for (const auto& [copy, known] : expected) {
    if (known.back() != Known::no && known.back() != Known::yes) continue;
    if (store.check(page_of(kStoreFailureSeed, copy)).seen != SeenVerdict::yes) {
      return "page " + id_of(copy) + " is not seen after the failure";
    }
  }
  return std::nullopt;
}

// The reported error, and whether an error must be reported.
struct Heard {
  std::optional<Error> error;
  bool is_due = false;
};

// Works until a failure is reported, or long enough. No caller waits for what is written after a
// seal (which rows the index now has) or for the mark of an idle log: the next change reports a
// failure there, and after the last change none does.
std::optional<std::string> work_on_failing_disk(const std::string& folder,
                                                const std::function<bool()>& is_broken,
                                                Expected& expected, Heard& heard) {
  try {
    SeenStore store = SeenStore::open(folder, small_memtables());
    const auto offer = [&](std::uint32_t first, int count) {
      offer_copies(
          store, {.seed = kStoreFailureSeed, .families = 6, .first = first},
          [&] { return --count > 0; },
          [&](const Copy& copy, Known known) { expected[copy].push_back(known); });
    };
    try {
      offer(0, 70);
      store.seal();
      heard.is_due = is_broken();
      if (heard.is_due) offer(1000, 2);
    } catch (const Error& failed) {
      heard.error = failed;
      return ask_for_known(store, expected);
    }
  } catch (const Error& failed) {
    heard.error = failed;
  }
  return std::nullopt;
}

// Returns the complaint; "not reached" if there are fewer steps; otherwise an empty string.
std::string try_failure(std::uint64_t step, const StoreFailure& failure) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/store";
  const std::string say = "step " + std::to_string(step) + ": ";
  Expected expected;
  Heard heard;
  bool has_failed = false;
  {
    PowerCutStore disk(folder, temp.path() + "/graves");
    disk.fail_at(step,
                 failure.is_full ? rocksdb::IOStatus::NoSpace("No space left on device")
                                 : rocksdb::IOStatus::IOError("Input/output error"),
                 failure.stays);
    const auto is_broken = [&] { return failure.stays && disk.has_failed(); };
    if (auto wrong = work_on_failing_disk(folder, is_broken, expected, heard)) return say + *wrong;
    has_failed = disk.has_failed();
  }
  if (!has_failed) return "not reached";
  const ErrorCode code = failure.is_full ? ErrorCode::no_space : ErrorCode::io;
  if (heard.error && heard.error->code() != code) return say + "it says: " + heard.error->what();
  if (heard.is_due && !heard.error) return say + "nobody hears of it";
  try {
    if (auto wrong = complaint(folder, kStoreFailureSeed, expected)) return say + *wrong;
  } catch (const Error& failed) {
    return say + failed.what();
  }
  return {};
}

// The same, caused by the system itself: no file may grow beyond `bytes_max`.
std::string try_limit(std::uint64_t bytes_max, const std::string& folder) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit before = limit;
  limit.rlim_cur = bytes_max;
  ::setrlimit(RLIMIT_FSIZE, &limit);
  Expected expected;
  Heard heard;
  const auto wrong = work_on_failing_disk(folder, [] { return false; }, expected, heard);
  ::setrlimit(RLIMIT_FSIZE, &before);
  if (wrong) return *wrong;
  if (!heard.error) return "nobody hears of it";
  const ErrorCode code = heard.error->code();
  if (code != ErrorCode::no_space && code != ErrorCode::io) return heard.error->what();
  if (expected.empty()) return {};
  return complaint(folder, kStoreFailureSeed, expected).value_or("");
}

// The task: "steps FIRST STRIDE IS_FULL STAYS", or "limit BYTES FOLDER".
TEST(SeenStoreFailures, Child) {
  if (task_of_child().empty()) GTEST_SKIP() << "for the tests below";
  std::istringstream task(task_of_child());
  std::string word;
  task >> word;
  const auto say = [](std::string line) {
    line += '\n';
    tell_parent(line.data(), line.size());
  };
  if (word == "limit") {
    std::uint64_t bytes = 0;
    std::string folder;
    task >> bytes >> folder;
    say(try_limit(bytes, folder));
    return;
  }
  std::uint64_t first = 0;
  std::uint64_t stride = 0;
  StoreFailure failure;
  task >> first >> stride >> failure.is_full >> failure.stays;
  for (std::uint64_t step = first; step < kFailureStepsMax; step += stride) {
    say(try_failure(step, failure));
  }
  say("done");
}

std::vector<std::string> lines_of(const Child& child) {
  std::vector<std::string> lines;
  std::istringstream all(child.read_all());
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

TEST(SeenStoreFailures, LoseNothingAtAnyStep) {
  constexpr std::uint64_t kChildren = 12;
  constexpr std::uint64_t kStride = 3;  // each kind of failure at other steps
  std::uint64_t kind = 0;
  std::list<Child> children;
  for (const StoreFailure failure : {StoreFailure{true, true}, {true, false}, {false, true}}) {
    for (std::uint64_t i = 0; i < kChildren / 3; ++i) {
      std::ostringstream task;
      task << "steps " << kind + i * kStride << ' ' << kStride * kChildren / 3 << ' '
           << failure.is_full << ' ' << failure.stays;
      children.emplace_back("SeenStoreFailures.Child", task.str());
    }
    ++kind;
  }
  std::uint64_t fine = 0;
  for (const Child& child : children) {
    const std::vector<std::string> lines = lines_of(child);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines.back(), "done");
    for (const std::string& line : lines) {
      fine += line.empty() ? 1 : 0;
      EXPECT_TRUE(line.empty() || line == "not reached" || line == "done") << line;
    }
  }
  EXPECT_GT(fine, 100U);
}

TEST(SeenStoreFailures, LoseNothingWhereFilesMayNotGrow) {
  for (const std::uint64_t bytes_max : {0U, 100U, 1'000U, 2'000U, 4'096U}) {
    const TempFolder temp{testing::TempDir()};
    const Child child("SeenStoreFailures.Child",
                      "limit " + std::to_string(bytes_max) + " " + temp.path() + "/store");
    EXPECT_EQ(lines_of(child), std::vector<std::string>{""}) << bytes_max;
  }
}

}  // namespace
}  // namespace facsim::fault
