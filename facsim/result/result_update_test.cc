// SPDX-License-Identifier: Apache-2.0
#include "facsim/result/result_update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using for_test::put;
namespace fs = std::filesystem;
using Content = std::map<std::string, std::string>;

Content content_of(const std::string& folder) {
  Content content;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::ostringstream text;
    if (entry.is_regular_file()) text << std::ifstream(entry.path()).rdbuf();
    content[entry.path().lexically_relative(folder)] = text.str();
  }
  return content;
}

class ResultUpdateTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(folder_);
    put(folder_ + "/rows", "old rows");
    put(folder_ + "/copy", "old copy");
    put(folder_ + "/summary.json", "old summary");
    before_ = content_of(folder_);
  }
  void write_all(const ResultUpdate& update) {
    put(update.path() + "/rows", "new rows");
    put(update.path() + "/more", "new more");
    put(update.path() + "/summary.json", "new summary");
  }

  TempFolder temp_{testing::TempDir()};
  std::string folder_ = temp_.path() + "/result";
  Content before_;
};

TEST_F(ResultUpdateTest, ReplacesItsFilesAndNoOthers) {
  {
    ResultUpdate update(folder_);
    write_all(update);
    update.commit();
  }
  const Content after = {{"rows", "new rows"},
                         {"more", "new more"},
                         {"copy", "old copy"},
                         {"summary.json", "new summary"}};
  EXPECT_EQ(content_of(folder_), after);
}

TEST_F(ResultUpdateTest, LeavesNothingWithoutCommit) {
  {
    const ResultUpdate update(folder_);
    write_all(update);
  }
  EXPECT_EQ(content_of(folder_), before_);
}

TEST_F(ResultUpdateTest, RefusesAFolderInTheWay) {
  fs::create_directory(folder_ + "/more");
  before_ = content_of(folder_);
  {
    ResultUpdate update(folder_);
    write_all(update);
    try {
      update.commit();
      FAIL() << "the folder should have been in the way";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::already_exists);
    }
  }
  EXPECT_EQ(content_of(folder_), before_);
}

// A path of 4,096 bytes is too long for the system. The last new file before summary.json has such
// a path while it is hidden: when its move fails, the old versions are aside and two new ones are
// in place.
TEST_F(ResultUpdateTest, PutsEverythingBackWhereAMoveFails) {
  constexpr std::size_t target_bytes = 3830;
  const std::string leaf = "/result";
  folder_ = temp_.path();
  while (folder_.size() + leaf.size() < target_bytes) {
    const std::size_t left = target_bytes - leaf.size() - folder_.size();
    folder_ += "/" + std::string(std::clamp<std::size_t>(left, 2, 200) - 1, 'd');
  }
  folder_ += leaf;
  fs::create_directories(fs::path(folder_).parent_path());
  SetUp();
  {
    ResultUpdate update(folder_);
    write_all(update);
    const fs::path here = fs::current_path();
    fs::current_path(update.path());
    put(std::string(255, 's'), "new file");
    fs::current_path(here);
    EXPECT_THROW(update.commit(), Error);
    EXPECT_TRUE(fs::exists(update.path() + "/.before"));  // the moves had begun
    EXPECT_TRUE(fs::exists(update.path() + "/rows"));     // and were undone
  }
  EXPECT_EQ(content_of(folder_), before_);
}

TEST_F(ResultUpdateTest, NeedsAFolder) {
  EXPECT_THROW(ResultUpdate(temp_.path() + "/nowhere"), Error);
  EXPECT_THROW(ResultUpdate(folder_ + "/rows"), Error);
}

}  // namespace
}  // namespace facsim
