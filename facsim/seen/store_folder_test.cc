// SPDX-License-Identifier: Apache-2.0
// A store is never created among other files, whichever interface is used.
#include "facsim/seen/store_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/seen.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

ErrorCode code_of_open(const std::string& folder) {
  try {
    (void)SeenStore::open(folder);
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::cancelled;  // no error
}

TEST(StoreFolder, OfOthersStaysAsItIs) {
  const for_test::Folder temp;
  const std::string home = temp.file("home");
  fs::create_directories(home);
  std::ofstream(home + "/letter.txt") << "Dear all";
  EXPECT_THROW(require_store_folder(home), Error);
  EXPECT_THROW(require_store_folder(home + "/letter.txt"), Error);
  EXPECT_EQ(code_of_open(home), ErrorCode::already_exists);
  EXPECT_EQ(code_of_open(home + "/letter.txt"), ErrorCode::already_exists);
  EXPECT_EQ(std::distance(fs::directory_iterator(home), fs::directory_iterator()), 1);
}

TEST(StoreFolder, NewOrEmptyOrAStoreIsFine) {
  const for_test::Folder temp;
  const std::string folder = temp.file("new");
  require_store_folder(folder);
  EXPECT_FALSE(fs::exists(folder));
  fs::create_directories(folder + "/lost+found");
  fs::create_directories(folder + "/collections");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(code_of_open(folder), ErrorCode::cancelled);
    std::ofstream(folder + "/note.txt") << "of the store's owner";
  }
}

}  // namespace
}  // namespace facsim
