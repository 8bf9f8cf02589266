// SPDX-License-Identifier: Apache-2.0
// A run with an index that it updates is killed or finds the disk full at each step of the index,
// including those between the commit of the results and that of the index.
//
// Results are written whole or not at all. The index has its old state or its new one, and never
// the new one without results. If it has the old one, the same run can be repeated.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/dedup/words_for_test.h"
#include "facsim/dedup_folder.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/open_index.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kKilledUpdate = 9;

std::string line(const std::string& id, unsigned seed) {
  return R"({"id": ")" + id + R"(", "text": ")" + for_test::words(seed, 60) + "\"}\n";
}

class DedupUpdateTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(base_ + "/tmp");
    std::string old;
    std::string day;
    for (unsigned i = 0; i < 40; ++i) old += line("old" + std::to_string(i), i);
    // Half of them repeat an old page.
    for (unsigned i = 20; i < 60; ++i) day += line("new" + std::to_string(i), i);
    for_test::put(base_ + "/old.jsonl", old);
    for_test::put(base_ + "/day.jsonl", day);
    run(base_, "old", false);
    fs::remove_all(base_ + "/out");
    before_ = index_entries(base_);
    fresh();
    {
      const StepHookScope scope([&](std::string_view step) { steps_.emplace_back(step); });
      run(work_, "day", false);
    }
    after_ = index_entries(work_);
    results_ = *results();
    ASSERT_EQ(before_, 40U);
    ASSERT_EQ(after_, 60U);
  }
  // Copies the state before the run. The index knows its pages' files by their paths.
  void fresh() {
    fs::remove_all(work_);
    fs::copy(base_, work_, fs::copy_options::recursive);
  }
  static void run(const std::string& folder, const std::string& input, bool force) {
    DedupOptions options;
    options.against = {.index = folder + "/idx", .update = true};
    options.limits.tmp = folder + "/tmp";
    options.limits.threads = 2;
    (void)dedup_to_folder({folder + "/" + input + ".jsonl"}, folder + "/out", options,
                          {.force = force});
  }
  static std::uint64_t index_entries(const std::string& folder) {
    const OpenIndex index(folder + "/idx");
    index.require_sound();
    return index.entries();
  }
  // Returns all files, without the content of the one with times; nothing if there are none.
  [[nodiscard]] std::optional<std::map<std::string, std::string>> results() const {
    if (!fs::exists(work_ + "/out")) return std::nullopt;
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(work_ + "/out")) {
      const std::string name = entry.path().filename();
      files[name] = name == "summary.json" ? "" : for_test::bytes_of(entry.path());
    }
    return files;
  }
  // Repeats the run as the user is told: with --force if there are results. Then nothing foreign
  // may be left.
  void expect_again(const std::string& where) {
    if (index_entries(work_) == before_) {
      run(work_, "day", fs::exists(work_ + "/out"));
      EXPECT_EQ(index_entries(work_), after_) << where;
      EXPECT_EQ(results(), results_) << where;
      std::set<std::string> names;
      for (const auto& entry : fs::directory_iterator(work_)) names.insert(entry.path().filename());
      EXPECT_EQ(names, (std::set<std::string>{"day.jsonl", "idx", "old.jsonl", "out", "tmp"}))
          << where;
      EXPECT_TRUE(fs::is_empty(work_ + "/tmp")) << where;
    }
    for (const auto& entry : fs::directory_iterator(work_ + "/idx")) {
      EXPECT_THAT(entry.path().filename(), testing::Not(HasSubstr(".new"))) << where;
    }
  }

  TempFolder folder_{testing::TempDir()};
  std::string base_ = folder_.path() + "/base";
  std::string work_ = folder_.path() + "/work";
  std::vector<std::string> steps_;  // of an undisturbed run
  std::uint64_t before_ = 0;
  std::uint64_t after_ = 0;
  std::map<std::string, std::string> results_;
};

TEST_F(DedupUpdateTest, KilledAtEachStep) {
  bool was_between = false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const std::string where = "killed before step " + std::to_string(i) + ", " + steps_[i];
    fresh();
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      std::size_t taken = 0;
      const StepHookScope scope([&](std::string_view) {
        if (taken++ == i) ::_exit(kKilledUpdate);
      });
      run(work_, "day", false);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == kKilledUpdate) << where;
    const auto written = results();
    const std::uint64_t entries = index_entries(work_);
    if (written) {
      EXPECT_EQ(*written, results_) << where;
    }
    EXPECT_TRUE(entries == before_ || (entries == after_ && written)) << where;
    was_between |= written && entries == before_;
    expect_again(where);
  }
  EXPECT_TRUE(was_between);
}

TEST_F(DedupUpdateTest, TheDiskIsFullAtEachStep) {
  bool was_between = false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const std::string where = "no space at step " + std::to_string(i) + ", " + steps_[i];
    fresh();
    std::size_t taken = 0;
    std::optional<Error> refused;
    try {
      const StepHookScope scope([&](std::string_view) {
        if (taken++ == i) throw Error(ErrorCode::no_space, "no space left", "idx");
      });
      run(work_, "day", false);
    } catch (const Error& failed) {
      refused = failed;
    }
    const std::uint64_t entries = index_entries(work_);
    if (const auto written = results()) {
      EXPECT_EQ(*written, results_) << where;
      if (entries == before_) {
        was_between = true;
        ASSERT_TRUE(refused) << where;
        EXPECT_THAT(refused->what(), HasSubstr("the results are written, but the index did not get "
                                               "what was kept: run again with force"));
      } else if (refused) {
        EXPECT_EQ(refused->code(), ErrorCode::committed) << where;
      }
    } else {
      EXPECT_EQ(entries, before_) << where;
      ASSERT_TRUE(refused) << where;
      EXPECT_EQ(refused->code(), ErrorCode::no_space) << where;
      EXPECT_TRUE(fs::is_empty(work_ + "/tmp")) << where;
    }
    expect_again(where);
  }
  EXPECT_TRUE(was_between);
}

}  // namespace
}  // namespace facsim
