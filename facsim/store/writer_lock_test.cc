// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/writer_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/manifest.h"

namespace facsim {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::optional<Error> refusal_of_lock(const std::string& folder) {
  try {
    const WriterLock lock(folder);
  } catch (const Error& failed) {
    return failed;
  }
  return std::nullopt;
}

TEST(WriterLock, TheSecondWriterIsToldWhoHoldsIt) {
  const TempFolder folder{testing::TempDir()};
  {
    const WriterLock lock(folder.path(), {.command = "facsim index add\nx\x1b[1m"});
    const auto refused = refusal_of_lock(folder.path());
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code(), ErrorCode::busy);
    EXPECT_THAT(refused->what(),
                HasSubstr("index " + folder.path() + ": being written by process " +
                          std::to_string(::getpid()) + " on "));
    EXPECT_THAT(refused->what(),
                testing::ContainsRegex("since 20[0-9-]*T[0-9:]*Z [(]facsim index add; wait"));
  }
  EXPECT_FALSE(refusal_of_lock(folder.path()));
}

TEST(WriterLock, WhatStandsInTheFileIsOnlyForTheMessage) {
  const TempFolder folder{testing::TempDir()};
  const std::string file = folder.path() + "/LOCK";
  std::ofstream(file) << "process 1 on the moon";
  EXPECT_FALSE(refusal_of_lock(folder.path()));
  const WriterLock lock(folder.path());
  std::ofstream(file, std::ios::trunc) << "";
  EXPECT_THAT(refusal_of_lock(folder.path())->what(), HasSubstr("by another process; wait"));
  std::ofstream(file, std::ios::trunc) << std::string(1'000'000, '\x1b');
  EXPECT_LT(std::string(refusal_of_lock(folder.path())->what()).size(), 2000U);
  EXPECT_THAT(refusal_of_lock(folder.path())->what(), testing::Not(HasSubstr("\x1b")));
}

TEST(WriterLock, AKilledWriterDoesNotBlock) {
  const TempFolder folder{testing::TempDir()};
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const WriterLock lock(folder.path());
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const auto refused = refusal_of_lock(folder.path());
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->what(), HasSubstr("process " + std::to_string(child)));
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(refusal_of_lock(folder.path()));
  ::close(ready[0]);
  ::close(ready[1]);
}

// Waits that would overflow are unlimited, and the message gives no number.
TEST(WriterLock, TheLongestWaitHasNoEnd) {
  const TempFolder folder{testing::TempDir()};
  for (const std::chrono::milliseconds wait : {std::chrono::milliseconds::max(), kLockWaitMax}) {
    std::optional<WriterLock> first(std::in_place, folder.path());
    std::thread leaving([&first] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1200));
      first.reset();
    });
    std::string told;
    const auto take = [&] {
      const WriterLock second(
          folder.path(),
          {.wait = {.at_most = wait, .tell = [&told](const std::string& text) { told = text; }}});
    };
    EXPECT_NO_THROW(take());
    leaving.join();
    EXPECT_THAT(told, HasSubstr(": waiting for process "));
  }
}

TEST(WriterLock, WhoWaitsIsAskedWhetherToGoOn) {
  const TempFolder folder{testing::TempDir()};
  const WriterLock first(folder.path());
  int asked = 0;
  const auto began = std::chrono::steady_clock::now();
  try {
    const WriterLock second(folder.path(),
                            {.wait = {.at_most = std::chrono::minutes(10), .check = [&asked] {
                                        if (++asked == 8) throw Error(ErrorCode::cancelled, "stop");
                                      }}});
    ADD_FAILURE() << "two writers at once";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  EXPECT_EQ(asked, 8);
  // Eight checks: seven pauses of 5, 10, ... 100 ms.
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(60));
}

TEST(WriterLock, AFolderThatWasMadeForNothingIsRemoved) {
  const TempFolder folder{testing::TempDir()};
  const std::string parent = folder.path() + "/parent";
  fs::create_directory(parent);
  const std::string index = parent + "/a/b/index/";
  EXPECT_EQ(refusal_of_lock(index)->code(), ErrorCode::not_found);
  {
    const WriterLock lock(index, {.make_folder = true});
    EXPECT_TRUE(fs::exists(index + "/LOCK"));
    EXPECT_EQ(refusal_of_lock(index)->code(), ErrorCode::busy);
  }
  EXPECT_TRUE(fs::is_empty(parent));
  // A folder that existed before stays, and is still empty.
  fs::create_directories(index);
  {
    const WriterLock lock(index, {.make_folder = true});
  }
  EXPECT_TRUE(fs::is_empty(index));
  {
    const WriterLock lock(folder.path() + "/c/d", {.make_folder = true});
    (void)commit_manifest(lock, Manifest{});
  }
  EXPECT_TRUE(fs::exists(folder.path() + "/c/d/MANIFEST"));
  std::ofstream(folder.path() + "/file") << "x";
  EXPECT_EQ(refusal_of_lock(folder.path() + "/file")->code(), ErrorCode::not_found);
  EXPECT_THROW(WriterLock(folder.path() + "/file/x", {.make_folder = true}), Error);
}

}  // namespace
}  // namespace facsim
