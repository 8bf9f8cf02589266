// SPDX-License-Identifier: Apache-2.0
// Folders in which an index may begin, of fingerprints and of pages: a refusal changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/hamming_index.h"
#include "facsim/page_index.h"
#include "facsim/store/index_folder.h"

namespace facsim {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Pair;
namespace fs = std::filesystem;

// Returns the error's code and sentence, or "begun".
std::pair<ErrorCode, std::string> said(const std::function<void()>& call) {
  try {
    call();
    return {ErrorCode::io, "begun"};
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
}

class BeginIndexTest : public testing::TestWithParam<bool> {
 protected:
  BeginIndexTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  static void begin(const std::string& folder, const Recipe& recipe = {}) {
    if (GetParam()) {
      PageIndexOptions options;
      options.judge.profile.recipe = recipe;
      (void)PageIndex::begin(folder, std::move(options));
    } else {
      (void)HammingFolder::begin(folder, recipe);
    }
  }
  [[nodiscard]] std::map<std::string, std::string> files() const {
    return for_test::files_of(temp_.path());
  }

  TempFolder temp_;
  std::string folder_;
};
INSTANTIATE_TEST_SUITE_P(Pages, BeginIndexTest, testing::Bool());

TEST_P(BeginIndexTest, RecipesThatCannotBeAreRefused) {
  const std::map<std::string, std::function<void(Recipe&)>> wishes = {
      {"sketch.shingle_size = 0", [](Recipe& recipe) { recipe.sketch.shingle_size = 0; }},
      {"text.parts is empty", [](Recipe& recipe) { recipe.parts.clear(); }},
      {"layout.bins = 3", [](Recipe& recipe) { recipe.layout_bins = 3; }},
      {"name is empty", [](Recipe& recipe) { recipe.name.clear(); }},
  };
  for (const auto& [sentence, make] : wishes) {
    Recipe recipe;
    make(recipe);
    EXPECT_THAT(said([&] { begin(folder_, recipe); }),
                Pair(ErrorCode::invalid_argument, HasSubstr(sentence)));
    EXPECT_FALSE(fs::exists(folder_));
  }
}

TEST_P(BeginIndexTest, ANameThatIsNoneOrAFileIsRefused) {
  EXPECT_THAT(said([&] { begin(""); }), Pair(ErrorCode::invalid_argument, HasSubstr("name")));
  for_test::put(folder_, "mine");
  const auto is_a_file =
      Pair(ErrorCode::already_exists, AllOf(HasSubstr(folder_ + ":"), HasSubstr("is a file")));
  EXPECT_THAT(said([&] { begin(folder_); }), is_a_file);
  EXPECT_THAT(said([&] { begin(folder_ + "/within/it"); }), is_a_file);
  EXPECT_EQ(for_test::bytes_of(folder_), "mine");
}

TEST_P(BeginIndexTest, FilesOfOthersAreNoPlaceForAnIndex) {
  for (const std::string name : {"page.html", "LOCK.txt", ".hidden", "folder/x", "000001.seg/x"}) {
    fs::remove_all(folder_);
    for_test::put(folder_ + "/" + name, "mine");
    const auto before = files();
    EXPECT_THAT(said([&] { begin(folder_); }),
                Pair(ErrorCode::already_exists, HasSubstr("files that are no index")))
        << name;
    EXPECT_EQ(files(), before) << name;
  }
}

TEST_P(BeginIndexTest, AnEmptyFolderAndWhatAKilledOneLeftAreFine) {
  fs::create_directories(folder_);
  begin(folder_);
  EXPECT_TRUE(is_index_folder(folder_));
  fs::remove_all(folder_);
  for_test::put(folder_ + "/LOCK", "process 1 on example\n");
  for_test::put(folder_ + "/.MANIFEST.1-1.tmp", "half");
  fs::create_directories(folder_ + "/lost+found");
  begin(folder_);
  EXPECT_TRUE(is_index_folder(folder_));
  EXPECT_THAT(said([&] { begin(folder_); }), Pair(ErrorCode::already_exists, HasSubstr("open it")));
  begin(temp_.path() + "/made/on/the/way");
  EXPECT_TRUE(is_index_folder(temp_.path() + "/made/on/the/way"));
}

}  // namespace
}  // namespace facsim
