// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/input_again.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/input/input_files.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

class InputAgain : public testing::Test {
 protected:
  std::string at(const std::string& path) const { return temp_.path() + "/" + path; }
  std::string write(const std::string& path) {
    for_test::put(at(path), "<html><p>" + path);
    return at(path);
  }
  // find_inputs() walks the folders and is the reference.
  static void expect_as_found(const std::vector<std::string>& arguments) {
    for (const InputFile& file : find_inputs(arguments, {}).files) {
      const auto path = path_of_input(arguments, file.name);
      ASSERT_TRUE(path.has_value()) << file.name;
      EXPECT_TRUE(fs::equivalent(*path, file.path)) << file.name << ": " << *path;
    }
  }

  TempFolder temp_{fs::temp_directory_path().string()};
};

TEST_F(InputAgain, EveryNameLeadsToTheFileThatItWasGivenFor) {
  write("old/site/a.html");
  write("old/site/deep/b.html");
  write("new/site/a.html");
  write("new/site/c.html");
  write("plain/a.html");
  const std::string single = write("single.html");
  const std::vector<std::vector<std::string>> worlds = {
      {at("old")},
      {at("old/site")},
      {at("old/site/")},
      {at("old/site"), at("new/site")},
      {at("old/site"), at("old/../old/site")},
      {at("old/site"), at("plain")},
      {at("old"), single},
      {single, at("old/site"), at("new/site"), at("plain")},
      {at("old/site/a.html"), at("new")},
  };
  for (const auto& arguments : worlds) expect_as_found(arguments);
}

TEST_F(InputAgain, EveryWayToWriteAPathLeadsToTheName) {
  write("old/site/a.html");
  write("old/site/deep/b.html");
  write("new/site/a.html");
  const std::string single = write("single.html");
  const std::vector<std::vector<std::string>> worlds = {
      {at("old/site")},
      {at("old//site//"), single},
      {at("./old/site"), at("new/site")},
      {at("old/../old/site/a.html"), at(".//single.html")},
      {at("old/site/a.html"), at("old")},
  };
  for (const auto& arguments : worlds) {
    for (const InputFile& file : find_inputs(arguments, {}).files) {
      const fs::path path = fs::absolute(file.path).lexically_normal();
      const std::string folder = path.parent_path().string();
      const std::string last = path.filename().string();
      for (const std::string& word :
           {path.string(), folder + "//" + last, folder + "/./" + last,
            folder + "/../" + path.parent_path().filename().string() + "/" + last}) {
        EXPECT_THAT(names_of_input(arguments, word), testing::Contains(file.name)) << word;
      }
    }
  }
}

TEST_F(InputAgain, OnlyNamesThatRowsHaveLeadToAFile) {
  write("site/deep/b.html");
  const std::vector<std::string> arguments = {at("site")};
  EXPECT_TRUE(path_of_input(arguments, "deep/b.html"));
  for (const char* name : {"./deep/b.html", "deep//b.html", "deep/./b.html", "deep/../deep/b.html",
                           "../site/deep/b.html", ".", "..", "deep/"}) {
    EXPECT_FALSE(path_of_input(arguments, name)) << name;
  }
  EXPECT_FALSE(path_of_input(arguments, at("site//deep/b.html")));
  for (const char* word : {"./deep/b.html", "deep//b.html", "deep/../deep/b.html"}) {
    EXPECT_THAT(names_of_input(arguments, word), testing::Contains("deep/b.html")) << word;
  }
}

TEST_F(InputAgain, WhatIsNoInputHasNoName) {
  write("site/a.html");
  const std::string other = write("other/a.html");
  const std::vector<std::string> arguments = {at("site"), "-"};
  for (const std::string& word : {other, at("site"), at("site/b.html"), std::string("-"),
                                  std::string(), std::string("../other/a.html")}) {
    EXPECT_THAT(names_of_input(arguments, word), testing::IsEmpty()) << word;
  }
}

// A name that two files could have belongs to the file that gets it from find_inputs().
TEST_F(InputAgain, TheNameOfAnotherFileIsNotGiven) {
  write("one/a.html");
  write("two/a.html");
  const std::vector<std::string> arguments = {at("one"), at("two")};
  for (const InputFile& file : find_inputs(arguments, {}).files) {
    for (const std::string& name : names_of_input(arguments, file.path)) {
      const auto path = path_of_input(arguments, name);
      ASSERT_TRUE(path) << name;
      EXPECT_TRUE(fs::equivalent(*path, file.path)) << name;
    }
  }
}

TEST_F(InputAgain, AFolderThatIsGoneStillCountsForTheNamesOfOthers) {
  write("old/site/a.html");
  write("new/site/a.html");
  const std::vector<std::string> arguments = {at("old/site"), at("new/site")};
  fs::remove_all(at("old"));
  const auto path = path_of_input(arguments, "new/site/a.html");
  ASSERT_TRUE(path.has_value());
  EXPECT_TRUE(fs::equivalent(*path, at("new/site/a.html")));
  EXPECT_EQ(path_of_input(arguments, "old/site/a.html"), std::nullopt);
}

TEST_F(InputAgain, WhatNobodyGaveIsNowhere) {
  const std::string file = write("a.html");
  write("site/b.html");
  EXPECT_EQ(path_of_input({at("site")}, "c.html"), std::nullopt);
  EXPECT_EQ(path_of_input({at("site")}, file), std::nullopt);
  EXPECT_EQ(path_of_input({at("site")}, ""), std::nullopt);
  EXPECT_EQ(path_of_input({"-"}, "-"), std::nullopt);
  EXPECT_EQ(path_of_input({}, "a.html"), std::nullopt);
}

}  // namespace
}  // namespace facsim
