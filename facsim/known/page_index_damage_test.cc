// SPDX-License-Identifier: Apache-2.0
// An index of pages held open while its files are damaged, or replaced by another index.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/known/page_index_for_test.h"

namespace facsim {
namespace {

using namespace for_test;
using testing::HasSubstr;
namespace fs = std::filesystem;

// Flips a bit inside a section: the header and the table at the end are read whenever a file is
// opened.
void flip_a_bit(const std::string& path) { flip_bit(path, fs::file_size(path) / 2); }

TEST_F(PageIndexTest, ARefreshThatMeetsDamageKeepsTheStateBefore) {
  const std::vector<Page> pages = family_pages(900, 4);
  PageIndex writer = begin();
  writer.add(pages);
  PageIndex reader = open();
  const auto before = lines_of(reader.ask(pages[5]));
  writer.add(some(pages, 5, 1));
  const std::string damaged = newest_segment();
  flip_a_bit(damaged);
  for (int tries = 0; tries < 2; ++tries) {
    try {
      (void)reader.refresh();
      FAIL() << "the damage was not seen";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      EXPECT_THAT(error.what(), HasSubstr(damaged));
    }
    EXPECT_EQ(lines_of(reader.ask(pages[5])), before);
    EXPECT_EQ(reader.entries(), pages.size());
  }
  // A change does not build on it either.
  EXPECT_EQ(code_of([&] { reader.add(some(pages, 0, 1)); }), ErrorCode::damaged);
  EXPECT_EQ(reader.entries(), pages.size());
  flip_a_bit(damaged);
  EXPECT_TRUE(reader.refresh());
  EXPECT_EQ(reader.entries(), pages.size() + 1);
}

// Mapped segments are not read before a query, but damage must not get a new checksum.
TEST_F(PageIndexTest, DamageIsNotMergedIntoANewSegment) {
  const std::vector<Page> pages = family_pages(40, 10);
  begin().add(pages);
  flip_a_bit(newest_segment());
  PageIndexOptions mapped = usual_options();
  mapped.load = false;
  PageIndex index = open(mapped);
  const std::uint64_t generation = read_manifest(folder_).generation;
  EXPECT_EQ(code_of([&] { index.add(some(pages, 0, 1)); }), ErrorCode::damaged);
  EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::damaged);
  EXPECT_EQ(read_manifest(folder_).generation, generation);
}

TEST_F(PageIndexTest, AnIndexThatWasMadeAnewByAnotherRecipeIsNotTakenForTheOldOne) {
  const std::vector<Page> pages = family_pages(30, 11);
  PageIndex index = begin();
  index.add(pages);
  const auto before = lines_of(index.ask(pages[0]));
  fs::remove_all(folder_);
  PageIndexOptions other = usual_options();
  other.judge.profile.recipe.sketch.shingle_size += 1;
  PageIndex::begin(folder_, other).add(pages);
  for (int tries = 0; tries < 2; ++tries) {
    EXPECT_EQ(code_of([&] { (void)index.refresh(); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { index.add(pages); }), ErrorCode::invalid_argument);
    EXPECT_EQ(lines_of(index.ask(pages[0])), before);
  }
  EXPECT_EQ(code_of([&] { (void)open(); }), ErrorCode::invalid_argument);
  EXPECT_NO_THROW((void)open(other));
}

}  // namespace
}  // namespace facsim
