// SPDX-License-Identifier: Apache-2.0
// A write or a sync fails, or the disk is full, at each n-th step of a row store: waiting callers
// get the error, nothing that was acknowledged is lost, and reads still work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "facsim/files/temp_folder.h"
#include "facsim/store/row_store.h"
#include "tests/fault/power_cut_fs.h"
#include "tests/fault/row_store_work.h"

namespace facsim::fault {
namespace {

using rocksdb::IOStatus;
constexpr std::uint64_t kFailureSeed = 7;
// With so little memory, so many that tables are written.
constexpr std::uint64_t kFailureChanges = 300;
constexpr std::uint64_t kFailureMemory = std::uint64_t{4} << 20;

struct RowFailure {
  const char* name;
  bool is_full;  // false: the disk is broken
  bool stays;
  Durability durability;
};

IOStatus status_of(const RowFailure& failure) {
  return failure.is_full ? IOStatus::NoSpace("No space left on device")
                         : IOStatus::IOError("Input/output error");
}

// What this store promised, and the first error that a call reported.
struct Outcome {
  std::uint64_t acknowledged = 0;  // changes
  std::optional<Error> heard;
};

Outcome work_until_failure(const std::shared_ptr<PowerCutFiles>& files, const std::string& folder,
                           const RowFailure& failure) {
  Outcome outcome;
  std::uint64_t ticket = 0;
  try {
    RowStore store =
        open_on(files, folder,
                {.durability = failure.durability, .create = true, .memory_bytes = kFailureMemory});
    try {
      for (std::uint64_t i = 1; i <= kFailureChanges; ++i) {
        ticket = store.submit(change_of(kFailureSeed, i));
        if (i % 20 == 0) store.wait(ticket);
      }
      store.wait(ticket);
    } catch (const Error& failed) {
      outcome.heard = failed;
      // No more changes are written, and all calls get the reason; what is committed can be read.
      EXPECT_TRUE(store.failure()) << failed.what();
      EXPECT_THROW((void)store.submit({}), Error);
      EXPECT_THROW(store.sync(), Error);
      if (ticket > store.committed()) {
        EXPECT_THROW(store.wait(ticket), Error);
      }
      // By now all are decided.
      for (std::uint64_t each = store.committed(); each < ticket;) {
        EXPECT_THROW(store.wait(++each), Error);
      }
      EXPECT_GE(changes_in(store), store.committed());
    }
    outcome.acknowledged = store.committed();
  } catch (const Error& failed) {
    outcome.heard = failed;
  }
  return outcome;
}

void PrintTo(const RowFailure& failure, std::ostream* out) { *out << failure.name; }

class FailingDisk : public testing::TestWithParam<RowFailure> {};

// Records if the failure came, and if a call reported it.
struct FailureTrial {
  bool has_failed = false;
  bool was_heard = false;
};

FailureTrial fail_at(std::uint64_t step, const RowFailure& failure) {
  const TempFolder temp{testing::TempDir()};
  const std::string folder = temp.path() + "/rows";
  const auto files = std::make_shared<PowerCutFiles>(folder, temp.path() + "/graves");
  files->fail_at(step, status_of(failure), failure.stays);
  const Outcome outcome = work_until_failure(files, folder, failure);
  if (outcome.heard) {
    EXPECT_EQ(outcome.heard->code(), failure.is_full ? ErrorCode::no_space : ErrorCode::io)
        << "step " << step << ": " << outcome.heard->what();
  }
  // Real files, including what was not synced: the program failed, not the power.
  const auto plain = std::make_shared<PowerCutFiles>(folder, temp.path() + "/other-graves");
  try {
    const RowStore store = open_on(plain, folder, {.create = true});
    store.verify();
    const auto wrong = complaint(store, kFailureSeed, outcome.acknowledged);
    EXPECT_FALSE(wrong) << "step " << step << ": " << *wrong;
  } catch (const Error& failed) {
    ADD_FAILURE() << "step " << step << ": " << failed.what();
  }
  return {files->has_failed(), outcome.heard.has_value()};
}

TEST_P(FailingDisk, LosesNothingThatWasAcknowledged) {
  // Each of the first steps, and some of the others. Opening takes some 80; each change takes up to
  // three, fewer if the disk is slow and groups are large.
  constexpr std::uint64_t kStepsEnd = 200 + 3 * kFailureChanges;
  std::vector<std::uint64_t> steps;
  for (std::uint64_t step = 0; step < kStepsEnd; step += step < 60 ? 1 : 17) steps.push_back(step);
  std::atomic<std::uint64_t> heard = 0;
  std::atomic<std::uint64_t> unfailed = 0;
  side_by_side(steps.size(), [&](std::uint64_t at) {
    const FailureTrial trial = fail_at(steps[at], GetParam());
    if (trial.was_heard) ++heard;
    if (!trial.has_failed) ++unfailed;
  });
  EXPECT_GT(heard, 30U);
  EXPECT_GT(unfailed, 0U) << "there are more steps";
}

INSTANTIATE_TEST_SUITE_P(
    Failures, FailingDisk,
    testing::Values(RowFailure{"FullOnce", true, false, Durability::sync},
                    RowFailure{"Full", true, true, Durability::sync},
                    RowFailure{"BrokenOnce", false, false, Durability::sync},
                    RowFailure{"Broken", false, true, Durability::sync},
                    RowFailure{"BrokenUnsynced", false, true, Durability::none},
                    RowFailure{"FullLater", true, true, Durability::second}),
    [](const testing::TestParamInfo<RowFailure>& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace facsim::fault
