// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/folder_claim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using for_test::Folder;
using testing::IsEmpty;

// Runs `work` in another process, which is then killed at once.
void do_and_be_killed(const std::function<void()>& work) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

// A folder facsim-aaaaaa that a process claimed before it was killed.
std::string dead_folder(const Folder& parent) {
  std::string path = parent.file("facsim-aaaaaa");
  do_and_be_killed([&] {
    fs::create_directories(path + "/deep/er");
    for_test::put(path + "/deep/file", "bytes");
    new FolderClaim(path);  // not released when the process is killed
  });
  return path;
}

TEST(FolderClaim, WhatADeadProcessLeftGoes) {
  const Folder parent;
  const std::string path = dead_folder(parent);
  ASSERT_TRUE(fs::exists(path));
  {
    const TempFolder next(parent.path());
  }
  EXPECT_THAT(names_in(parent.path()), IsEmpty());
}

TEST(FolderClaim, WhatALivingProcessHasStays) {
  const Folder parent;
  const TempFolder own(parent.path());
  {
    const TempFolder second(parent.path());
  }
  do_and_be_killed([&] { remove_dead_folders(parent.path(), "facsim-"); });
  EXPECT_TRUE(fs::exists(own.path() + "/" + std::string(kOwnerName)));
}

TEST(FolderClaim, WhatIsNotKnownToBeOfThisMachineStays) {
  const Folder parent;
  const std::string path = dead_folder(parent);
  const std::string owner = path + "/" + std::string(kOwnerName);
  for_test::put(owner, "facsim owner 1\nmachine other 0123\nprocess 1\n");
  parent.put("facsim-bbbbbb/file", "of a user");
  parent.put("facsim-cccccc", "a file");
  parent.put("facsim-dddddd/" + std::string(kOwnerName), "");
  remove_dead_folders(parent.path(), "facsim-");
  EXPECT_EQ(names_in(parent.path()).size(), 4U);
  EXPECT_TRUE(fs::exists(path + "/deep/file"));
}

TEST(FolderClaim, OtherNamesAndLinksStay) {
  const Folder parent;
  const std::string path = dead_folder(parent);
  fs::rename(path, parent.file("facsim-aaaaaaa"));  // one letter more
  fs::create_symlink(parent.file("facsim-aaaaaaa"), parent.file("facsim-eeeeee"));
  remove_dead_folders(parent.path(), "facsim-");
  EXPECT_TRUE(fs::exists(parent.file("facsim-aaaaaaa") + "/deep/file"));
  EXPECT_TRUE(fs::is_symlink(parent.file("facsim-eeeeee")));
}

TEST(FolderClaim, OfSeveralThatClearOneHasIt) {
  const Folder parent;
  const std::string path = dead_folder(parent);
  const std::vector<DeadFolder> first = dead_folders(parent.path(), "facsim-");
  ASSERT_EQ(first.size(), 1U);
  EXPECT_THAT(dead_folders(parent.path(), "facsim-"), IsEmpty());
  first.front().remove();
  EXPECT_FALSE(fs::exists(path));
}

TEST(FolderClaim, AParentThatIsNotThereIsNoFault) {
  EXPECT_THAT(dead_folders("/nowhere/at/all", "facsim-"), IsEmpty());
}

TEST(FolderClaim, LeftItIsNobodys) {
  const Folder parent;
  fs::create_directory(parent.file("facsim-aaaaaa"));
  FolderClaim claim(parent.file("facsim-aaaaaa"));
  claim.leave();
  EXPECT_THAT(names_in(parent.file("facsim-aaaaaa")), IsEmpty());
  claim.leave();
}

}  // namespace
}  // namespace facsim
