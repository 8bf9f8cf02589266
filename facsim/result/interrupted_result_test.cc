// SPDX-License-Identifier: Apache-2.0
// A process is killed before each of its calls of rename(2); the next process finds the old result
// or the new one, nothing else.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "facsim/files/folder_for_test.h"
#include "facsim/result/result_folder.h"
#include "facsim/result/result_update.h"

namespace {

int renames_left = -1;  // renames before the fatal one; below 0: none is fatal

}  // namespace

// Replaces the C library's function in this test program.
extern "C" int rename(const char* from, const char* to) noexcept {
  if (renames_left == 0) ::raise(SIGKILL);
  if (renames_left > 0) --renames_left;
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

namespace facsim {
namespace {

namespace fs = std::filesystem;
using for_test::bytes_of;
using for_test::files_of;
using for_test::Folder;
using for_test::put;
using Content = std::map<std::string, std::string>;

const Content kOld = {{"rows", "old rows"}, {"copy", "copy"}, {"summary.json", "old summary"}};
const Content kNew = {
    {"rows", "new rows"}, {"more", "more"}, {"copy", "copy"}, {"summary.json", "new summary"}};

void write_new(const std::string& folder) {
  put(folder + "/rows", "new rows");
  put(folder + "/more", "more");
  put(folder + "/summary.json", "new summary");
}

// Makes the change; returns whether it finished before the rename of that number.
bool change(const std::string& folder, int renames) {
  const pid_t child = ::fork();
  if (child == 0) {
    ResultUpdate update(folder);
    write_new(update.path());
    renames_left = renames;
    update.commit();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status);
}

bool has_hidden(const std::string& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(".")) return true;
  }
  return false;
}

class InterruptedResult : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    for (const auto& [name, bytes] : kOld) put(folder_ + "/" + name, bytes);
  }

  Folder parent_;
  std::string folder_ = parent_.file("result");
};

TEST_F(InterruptedResult, IsPutBackByTheNextChange) {
  int killed = 0;
  for (; !change(folder_, killed); ++killed) {
    ASSERT_LT(killed, 20);
    EXPECT_TRUE(has_hidden(folder_));
    {
      const ResultUpdate next(folder_);
      EXPECT_TRUE(next.warnings().empty());
      Content found = files_of(folder_);
      std::erase_if(found, [](const auto& file) { return file.first.starts_with("."); });
      found.erase("more");  // new, without an earlier version: harmless
      EXPECT_EQ(found, kOld) << "killed before rename " << killed;
    }
    EXPECT_FALSE(has_hidden(folder_));
    SetUp();
  }
  EXPECT_EQ(killed, 5);  // two old files moved aside, three new ones moved in
}

TEST_F(InterruptedResult, IsPutBackBeforeAWholeNewResultToo) {
  ASSERT_FALSE(change(folder_, 3));
  ResultFolder next(folder_, true);
  EXPECT_EQ(bytes_of(folder_ + "/summary.json"), "old summary");
  EXPECT_EQ(bytes_of(folder_ + "/rows"), "old rows");
}

TEST_F(InterruptedResult, OldVersionsGoWhereTheChangeWasWhole) {
  ASSERT_FALSE(change(folder_, 4));
  // As after the last rename but before the clean-up.
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (!entry.is_directory()) continue;
    fs::rename(entry.path() / "summary.json", folder_ + "/summary.json");
    break;
  }
  {
    const ResultUpdate next(folder_);
  }
  EXPECT_EQ(files_of(folder_), kNew);
}

TEST_F(InterruptedResult, OldVersionsThatHaveNoPlaceStayAndAreNamed) {
  ASSERT_FALSE(change(folder_, 2));
  fs::remove(folder_ + "/rows");
  fs::create_directory(folder_ + "/rows");
  const ResultUpdate next(folder_);
  ASSERT_EQ(next.warnings().size(), 1U);
  EXPECT_THAT(next.warnings().front(), testing::HasSubstr("/.before; move what you need"));
  bool has_rows = false;
  for (const auto& [name, bytes] : files_of(folder_)) {
    has_rows |= name.ends_with("/.before/rows") && bytes == "old rows";
  }
  EXPECT_TRUE(has_rows);
}

TEST_F(InterruptedResult, WhatAKilledRunLeftBesideTheTargetGoes) {
  const std::string target = parent_.file("new");
  const pid_t child = ::fork();
  if (child == 0) {
    const ResultFolder result(target, false);
    put(result.path() + "/rows", "some rows");
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(has_hidden(parent_.path()));
  ResultFolder next(target, false);
  write_new(next.path());
  next.commit({});
  EXPECT_FALSE(has_hidden(parent_.path()));
  EXPECT_FALSE(has_hidden(target));
  EXPECT_EQ(bytes_of(target + "/rows"), "new rows");
}

}  // namespace
}  // namespace facsim
