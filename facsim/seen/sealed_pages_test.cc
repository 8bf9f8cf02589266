// SPDX-License-Identifier: Apache-2.0
// Merges of segments during other changes.
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/sealed_pages_for_test.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>

#include "facsim/base/hash64.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/advice_for_test.h"

namespace facsim {
namespace {

StoredPage stored_page_of(std::uint64_t row) {
  StoredPage page;
  page.facts.has_text = page.facts.has_fingerprint = true;
  page.facts.digest = {mix64(row), mix64(row + 1'000'000)};
  page.facts.fingerprint = mix64(row + 2'000'000);
  page.url = "http://example.org/" + std::to_string(row);
  return page;
}

class SealedPagesTest : public testing::Test {
 protected:
  SealedPagesTest() : temp_(testing::TempDir()) {}

  [[nodiscard]] SealedPages::Options options() const {
    return sealed_options_for_test(temp_.path());
  }

  // Seals `count` rows after the existing ones, as a segment of their own.
  void seal(SealedPages& sealed, std::uint64_t count) {
    const std::uint64_t first = sealed.rows_to() + 1;
    // With 0 expected, no small segment is included.
    sealed.seal(first + count - 1, 0, [&](const SealedPages::Take& take) {
      for (std::uint64_t row = first; row < first + count; ++row) {
        take(row, stored_page_of(row));
        rows_.insert(row);
      }
    });
  }
  void erase(SealedPages& sealed, std::uint64_t row) {
    sealed.erase(std::span(&row, 1));
    rows_.erase(row);
  }

  static std::set<std::uint64_t> rows_of(const OpenIndex& index) {
    std::set<std::uint64_t> rows;
    for (const auto& part : index.parts()) {
      for (std::uint64_t ordinal = 0; ordinal < part->hamming.size(); ++ordinal) {
        if (!part->is_deleted(ordinal)) rows.insert(SealedPages::row_of(*part, ordinal));
      }
    }
    return rows;
  }

  TempFolder temp_;
  std::set<std::uint64_t> rows_;  // that should exist
};

// Rows, layouts and names of pages are three quarters of a segment; every query reads the tables.
TEST_F(SealedPagesTest, OfCandidatesNothingIsReadAlong) {
  if (!for_test::advice_is_told()) GTEST_SKIP() << "advice is not told here";
  SealedPages sealed(options());
  seal(sealed, 3000);
  const auto index = sealed.current();
  const Segment& segment = index->parts().front()->segment;
  const auto rows = segment.section("pages.rows");
  EXPECT_GT(for_test::mapped_with("rr", rows), rows.size() - 2 * 4096);
  EXPECT_EQ(for_test::mapped_with("rr", segment.section("bands.ordinals")), 0U);
  const OpenIndex usual(options().folder);
  EXPECT_EQ(for_test::mapped_with("rr", usual.parts().front()->segment.section("pages.rows")), 0U);
}

TEST_F(SealedPagesTest, NothingIsMergedWhereSegmentsGrowThreefold) {
  SealedPages sealed(options());
  EXPECT_FALSE(sealed.begin_merge());
  seal(sealed, 3000);
  EXPECT_FALSE(sealed.begin_merge());
  seal(sealed, 900);
  EXPECT_FALSE(sealed.begin_merge());
}

TEST_F(SealedPagesTest, AtRestThereIsOneSegmentWhereTheOthersAreNotMuchSmaller) {
  SealedPages sealed(options());
  EXPECT_FALSE(sealed.begin_merge_at_rest());
  seal(sealed, 3000);
  EXPECT_FALSE(sealed.begin_merge_at_rest());
  seal(sealed, 900);
  seal(sealed, 200);
  erase(sealed, 3100);
  ASSERT_FALSE(sealed.begin_merge());
  auto merge = sealed.begin_merge_at_rest();
  ASSERT_TRUE(merge);
  EXPECT_EQ(merge->first, 0U);
  sealed.write_merge(*merge, {});
  seal(sealed, 100);
  sealed.finish_merge(*merge);
  EXPECT_EQ(sealed.current()->parts().size(), 2U);
  EXPECT_EQ(rows_of(*sealed.current()), rows_);
  sealed.current()->require_sound();
}

TEST_F(SealedPagesTest, WhatChangesMeanwhileIsThereBehindAMerge) {
  SealedPages sealed(options());
  seal(sealed, 1500);
  seal(sealed, 1000);
  erase(sealed, 7);
  erase(sealed, 1600);
  auto merge = sealed.begin_merge();
  ASSERT_TRUE(merge);
  EXPECT_EQ(merge->first, 0U);
  EXPECT_EQ(merge->behind, 2U);
  sealed.write_merge(*merge, {});
  // Commits remove files that no manifest names, but not the one that is being written.
  for (const std::uint64_t row : {1U, 8U, 1500U, 1501U, 2500U}) erase(sealed, row);
  seal(sealed, 400);
  erase(sealed, 2600);
  sealed.finish_merge(*merge);
  EXPECT_EQ(sealed.current()->parts().size(), 2U);
  EXPECT_EQ(rows_of(*sealed.current()), rows_);
  EXPECT_EQ(sealed.current()->entries(), rows_.size());
  sealed.current()->require_sound();
}

TEST_F(SealedPagesTest, AMergeThatIsGivenUpLeavesNothing) {
  {
    SealedPages sealed(options());
    seal(sealed, 1500);
    seal(sealed, 1000);
    auto merge = sealed.begin_merge();
    ASSERT_TRUE(merge);
    const auto stop = [] { throw std::runtime_error("enough"); };
    EXPECT_THROW(sealed.write_merge(*merge, stop), std::runtime_error);
    sealed.drop_merge(*merge);
    // Another merge, whose file is complete; then the program ends.
    merge = sealed.begin_merge();
    ASSERT_TRUE(merge);
    sealed.write_merge(*merge, {});
    EXPECT_TRUE(std::filesystem::exists(options().folder + "/" + merge->name));
  }
  SealedPages again(options());
  EXPECT_TRUE(again.is_whole());
  EXPECT_EQ(rows_of(*again.current()), rows_);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(options().folder)) {
    files += entry.path().extension() == ".seg" ? 1 : 0;
  }
  EXPECT_EQ(files, 2U);
}

TEST_F(SealedPagesTest, OfAMergeThatLostAllItsPagesNoSegmentIsLeft) {
  SealedPages sealed(options());
  seal(sealed, 2);
  seal(sealed, 1);
  for (const std::uint64_t row : {1U, 2U, 3U}) erase(sealed, row);
  auto merge = sealed.begin_merge();
  ASSERT_TRUE(merge);
  sealed.write_merge(*merge, {});
  sealed.finish_merge(*merge);
  EXPECT_TRUE(sealed.current()->parts().empty());
  seal(sealed, 5);
  EXPECT_EQ(rows_of(*sealed.current()), rows_);
}

}  // namespace
}  // namespace facsim
