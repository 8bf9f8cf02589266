// SPDX-License-Identifier: Apache-2.0
// Changes of an index of pages: waiting, cancellation, killed writers, and the state after each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/base/refusal_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/check_index.h"
#include "facsim/page_index.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

using for_test::code_of;
using testing::IsEmpty;
namespace fs = std::filesystem;
using std::chrono::milliseconds;

PageIndexOptions options_that_wait() {
  return {.judge = {.profile = profile_named("balanced"), .tables = {}},
          .limits = {.threads = 2},
          .wait = std::chrono::minutes(5)};
}

Page random_page(const std::string& id) {
  std::mt19937_64 draw(std::hash<std::string>{}(id));
  Page page{.id = id};
  for (int i = 0; i < 40; ++i) page.bytes += "word" + std::to_string(draw() % 5000) + ' ';
  return page;
}

std::vector<Page> pages_of(const std::string& prefix, std::size_t count) {
  std::vector<Page> pages;
  for (std::size_t i = 0; i < count; ++i) pages.push_back(random_page(prefix + std::to_string(i)));
  return pages;
}

class PageIndexWritersTest : public testing::Test {
 protected:
  PageIndexWritersTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  [[nodiscard]] PageIndex begin() const { return PageIndex::begin(folder_, options_that_wait()); }
  [[nodiscard]] PageIndex open(PageIndexOptions options = options_that_wait()) const {
    return PageIndex::open(folder_, std::move(options));
  }
  // Expects each of these pages once, no damage, and no foreign file in the folder.
  void expect_whole(const std::set<std::string>& ids) const {
    const PageIndex index = open();
    EXPECT_EQ(index.entries(), ids.size());
    for (const std::string& id : ids) {
      const std::vector<FoundPage> seen = index.ask(random_page(id));
      const auto same = std::ranges::count_if(
          seen, [&](const FoundPage& each) { return each.page.id == id && each.match; });
      EXPECT_EQ(same, 1) << id;
    }
    std::vector<std::string> faults;
    EXPECT_EQ(
        check_index(folder_, [&](const Sentence& text) { faults.push_back(text.plain()); }).faults,
        0U);
    EXPECT_THAT(faults, IsEmpty());
  }

  TempFolder temp_;
  std::string folder_;
};

TEST_F(PageIndexWritersTest, BusyIsAnotherCodeThanAlreadyThere) {
  PageIndexOptions hasty = options_that_wait();
  hasty.wait = milliseconds(0);
  begin().add(pages_of("a", 2));
  EXPECT_EQ(code_of([&] { (void)begin(); }), ErrorCode::already_exists);
  PageIndex index = open(hasty);
  const WriterLock lock(folder_);
  EXPECT_EQ(code_of([&] { index.add(pages_of("b", 1)); }), ErrorCode::busy);
  EXPECT_EQ(code_of([&] { (void)index.erase(std::vector<std::string>{"a0"}); }), ErrorCode::busy);
  EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::busy);
  EXPECT_EQ(code_of([&] { (void)PageIndex::begin(folder_, hasty); }), ErrorCode::busy);
  EXPECT_EQ(index.entries(), 2U);
}

TEST_F(PageIndexWritersTest, AWaitWithoutAnEndEndsWhenTheOtherIsDone) {
  PageIndexOptions patient = options_that_wait();
  patient.wait = milliseconds::max();
  (void)begin();
  PageIndex index = open(patient);
  std::optional<WriterLock> lock(std::in_place, folder_);
  std::thread other([&lock] {
    std::this_thread::sleep_for(milliseconds(200));
    lock.reset();
  });
  EXPECT_EQ(index.add(pages_of("a", 2)), 2U);
  other.join();
}

TEST_F(PageIndexWritersTest, WhoIsToldToStopStopsWaitingAndCompacting) {
  std::atomic<bool> stop = false;
  PageIndexOptions options = options_that_wait();
  options.cancelled = &stop;
  options.wait = std::chrono::hours(1);
  begin().add(pages_of("a", 1200));
  PageIndex index = open(options);
  index.add(pages_of("b", 2));
  ASSERT_EQ(index.segments(), 2U);
  const std::uint64_t generation = index.generation();
  {
    const WriterLock lock(folder_);
    std::thread user([&stop] {
      std::this_thread::sleep_for(milliseconds(100));
      stop = true;
    });
    EXPECT_EQ(code_of([&] { index.erase(std::vector<std::string>{"a0"}); }), ErrorCode::cancelled);
    user.join();
    EXPECT_EQ(code_of([&] { (void)PageIndex::begin(folder_, options); }), ErrorCode::cancelled);
  }
  // The flag is set before compact() has read the first byte, or while it writes.
  EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::cancelled);
  EXPECT_EQ(code_of([&] { index.add(pages_of("c", 1)); }), ErrorCode::cancelled);
  stop = false;
  {
    const StepHookScope hook([&stop](std::string_view step) {
      if (step == "create 000003.seg") stop = true;
    });
    EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::cancelled);
  }
  EXPECT_EQ(read_manifest(folder_).generation, generation);
  EXPECT_FALSE(fs::exists(folder_ + "/000003.seg"));
  stop = false;
  index.compact();
  EXPECT_EQ(index.segments(), 1U);
}

// There is no other writer: the cancellation stops the change itself.
TEST_F(PageIndexWritersTest, WhoIsToldToStopStopsEveryChangeThatHasTheLock) {
  std::atomic<bool> stop = true;
  PageIndexOptions options = options_that_wait();
  options.cancelled = &stop;
  EXPECT_EQ(code_of([&] { (void)PageIndex::begin(folder_, options); }), ErrorCode::cancelled);
  EXPECT_FALSE(fs::exists(folder_));
  begin().add(pages_of("a", 10));
  PageIndex index = open(options);
  const std::uint64_t generation = index.generation();
  const std::vector<std::string> names = {"a0", "no id, so that all URLs are read"};
  EXPECT_EQ(code_of([&] { index.erase(names); }), ErrorCode::cancelled);
  EXPECT_EQ(code_of([&] { index.add(pages_of("b", 1)); }), ErrorCode::cancelled);
  // It also stops between the last byte that is read and the commit.
  for (const std::string& file : {std::string("000001-3.del"), std::string("000002.seg")}) {
    stop = false;
    const StepHookScope hook([&](std::string_view step) { stop = stop || step == "sync " + file; });
    const auto change = [&] {
      file.ends_with(".del") ? (void)index.erase(names) : (void)index.add(pages_of("b", 1));
    };
    EXPECT_EQ(code_of(change), ErrorCode::cancelled) << file;
    EXPECT_TRUE(stop) << file;
    EXPECT_FALSE(fs::exists(folder_ + "/" + file));
  }
  EXPECT_EQ(read_manifest(folder_).generation, generation);
  stop = false;
  EXPECT_EQ(index.erase(names).entries, 1U);
}

TEST_F(PageIndexWritersTest, AnImpossibleDistanceBeginsNothing) {
  for (const int distance : {-1, 13, 50, 128}) {
    PageIndexOptions options = options_that_wait();
    options.max_distance = distance;
    EXPECT_EQ(code_of([&] { (void)PageIndex::begin(folder_, options); }),
              ErrorCode::invalid_argument);
    EXPECT_FALSE(fs::exists(folder_)) << distance;
  }
  PageIndexOptions options = options_that_wait();
  options.max_distance = 12;
  EXPECT_EQ(PageIndex::begin(folder_, options).add(pages_of("a", 3)), 3U);
}

// An index made anew with another recipe, or of fingerprints, must not be changed by this object.
TEST_F(PageIndexWritersTest, OnlyAnIndexOfTheSamePagesIsChanged) {
  PageIndex index = begin();
  index.add(pages_of("a", 3));
  fs::remove_all(folder_);
  EXPECT_EQ(code_of([&] { (void)index.refresh(); }), ErrorCode::not_found);
  PageIndexOptions other = options_that_wait();
  other.judge.profile.recipe.sketch.shingle_size += 1;
  PageIndex::begin(folder_, other).add(pages_of("a", 3));
  const Manifest before = read_manifest(folder_);
  EXPECT_EQ(code_of([&] { (void)index.refresh(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { index.add(pages_of("b", 1)); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)index.erase(std::vector<std::string>{"a0"}); }),
            ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)open(); }), ErrorCode::invalid_argument);
  EXPECT_EQ(read_manifest(folder_), before);
  EXPECT_EQ(index.entries(), 3U);
}

// The disk is full at any step: nothing has changed; or the code is `committed`, and the change is
// there once.
TEST_F(PageIndexWritersTest, AFullDiskAtAnyStepSaysWhatIsTrue) {
  PageIndex index = begin();
  index.add(pages_of("a", 4));
  const std::vector<Page> more = pages_of("b", 2);
  std::set<std::string> failed_behind;
  // Steps are counted up to the commit, then after it, since the number of writes may differ.
  for (const bool behind : {false, true}) {
    bool has_failed = true;
    for (int failing = 0; has_failed; ++failing) {
      ASSERT_LT(failing, 200);
      const std::uint64_t before = index.entries();
      bool is_committed = false;
      has_failed = false;
      std::optional<ErrorCode> code;
      {
        int step = 0;
        const StepHookScope hook([&](std::string_view name) {
          if (is_committed == behind && step++ == failing) {
            has_failed = true;
            if (behind) failed_behind.emplace(name.substr(0, name.find(' ')));
            throw Error{ErrorCode::no_space, "the disk is full", "test"};
          }
          is_committed |= name == "rename MANIFEST";
        });
        code = code_of([&] { index.add(more); });
      }
      EXPECT_EQ(is_committed, behind || !has_failed) << failing;
      // The next writer removes a file that could not be removed.
      if (has_failed && (!behind || code)) {
        EXPECT_EQ(code, behind ? ErrorCode::committed : ErrorCode::no_space) << failing;
      }
      (void)index.refresh();
      EXPECT_EQ(index.entries(), before + (is_committed ? 2 : 0)) << failing;
      EXPECT_EQ(read_manifest(folder_).generation, index.generation());
      EXPECT_TRUE(has_failed || failing > 3);
    }
  }
  EXPECT_EQ(failed_behind, (std::set<std::string>{"sync", "remove", "open", "load"}));
  EXPECT_EQ(open().entries(), index.entries());
}

TEST_F(PageIndexWritersTest, TheErrorBehindACommitNamesTheRemedy) {
  PageIndex index = begin();
  const auto message = [&](std::string_view failing) -> std::string {
    bool is_committed = false;
    const StepHookScope hook([&](std::string_view name) {
      is_committed |= name == "rename MANIFEST";
      if (is_committed && name.starts_with(failing)) {
        throw Error{ErrorCode::no_space, "the disk is full", "test"};
      }
    });
    try {
      index.add(pages_of("a", 1));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::committed);
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message("sync folder"),
            folder_ +
                ": the change is made, but it may not survive a power cut (test: the disk is "
                "full); do not make it again");
  EXPECT_EQ(message("open "), folder_ +
                                  ": the change is made, but cannot be seen yet (test: the "
                                  "disk is full); do not make it again, refresh");
  EXPECT_EQ(index.entries(), 1U) << "the second change saw the first";
  EXPECT_TRUE(index.refresh());
  EXPECT_EQ(index.entries(), 2U);
}

// Two processes add to one index; one of them is killed at each step of a change that merges.
TEST_F(PageIndexWritersTest, AProcessThatIsKilledInAMergeLeavesTheOtherAWholeIndex) {
  PageIndex index = begin();
  std::set<std::string> ids;
  const auto add = [&](PageIndex& to, const std::string& id) {
    const Page page = random_page(id);
    to.add({&page, 1});
  };
  for (int i = 0; i < 3; ++i) {
    add(index, "first" + std::to_string(i));
    ids.insert("first" + std::to_string(i));
  }
  int killed = 0;
  for (int step = 0;; ++step) {
    ASSERT_LT(step, 200);
    const std::string theirs = "theirs" + std::to_string(step);
    const std::string ours = "ours" + std::to_string(step);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      PageIndexOptions options = options_that_wait();
      options.load = false;
      try {
        PageIndex its = open(options);
        int taken = 0;
        const StepHookScope hook([&](std::string_view) {
          if (taken++ == step) ::raise(SIGKILL);
        });
        add(its, theirs);
      } catch (...) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    add(index, ours);
    ids.insert(ours);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    (void)index.refresh();
    EXPECT_TRUE(index.entries() == ids.size() || index.entries() == ids.size() + 1);
    if (index.entries() > ids.size()) ids.insert(theirs);
    if (WIFEXITED(status)) {
      EXPECT_EQ(WEXITSTATUS(status), 0);
      EXPECT_TRUE(ids.contains(theirs));
      break;
    }
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
    ++killed;
  }
  EXPECT_GT(killed, 10);
  EXPECT_EQ(index.segments(), 1U) << "every change merged";
  expect_whole(ids);
}

// Segments are loaded while another process merges and removes the newest ones.
TEST_F(PageIndexWritersTest, AReaderThatLoadsSlowlyOpensWhatABusyWriterChanges) {
  begin().add(pages_of("a", 1000));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      PageIndexOptions options = options_that_wait();
      options.load = false;
      PageIndex writer = open(options);
      for (int i = 0;; ++i) writer.add(pages_of("b" + std::to_string(i), 1));
    } catch (...) {
      ::_exit(1);
    }
  }
  std::vector<std::string> failures;
  std::set<std::uint64_t> generations;
  {
    const StepHookScope hook([](std::string_view step) {
      const bool is_slow = step == "open 000001.seg" || step.starts_with("load ");
      if (is_slow) std::this_thread::sleep_for(milliseconds(30));
    });
    PageIndex reader = open();
    while (generations.size() < 10 && failures.size() < 10) {
      try {
        generations.insert(open().generation());
        (void)reader.refresh();
        generations.insert(reader.generation());
      } catch (const Error& error) {
        failures.emplace_back(error.what());
      }
    }
  }
  EXPECT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_THAT(failures, IsEmpty());
}

}  // namespace
}  // namespace facsim
