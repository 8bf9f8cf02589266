// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/tombstones.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <set>

#include "facsim/base/error.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using Ordinals = std::vector<std::uint64_t>;

class TombstonesTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_.path() + "/000001-1.del"; }
  // Writes any section of any kind, without the checks of write_tombstones().
  void put(std::string_view kind, std::string_view section, const Ordinals& ordinals,
           std::size_t bytes_less = 0) const {
    SegmentWriter writer(path(), kind);
    const auto bytes = std::as_bytes(std::span(ordinals));
    writer.add(section, bytes.first(bytes.size() - bytes_less));
    (void)writer.commit();
  }
  [[nodiscard]] Ordinals read(std::uint64_t entries) const {
    return read_tombstones(Segment::open(path()), entries);
  }

  TempFolder folder_{testing::TempDir()};
};

RC_GTEST_FIXTURE_PROP(TombstonesTest, WhatIsWrittenIsRead, (const std::set<std::uint64_t>& set)) {
  RC_PRE(!set.contains(~std::uint64_t{0}));
  const Ordinals ordinals(set.begin(), set.end());
  const FileStamp stamp = write_tombstones(path(), ordinals);
  RC_ASSERT(Segment::open(path()).stamp() == stamp);
  RC_ASSERT(read(~std::uint64_t{0}) == ordinals);
}

TEST_F(TombstonesTest, OnlyAscendingOrdinalsOfTheSegment) {
  EXPECT_THROW((void)write_tombstones(path(), Ordinals{1, 1}), Error);
  EXPECT_THROW((void)write_tombstones(path(), Ordinals{2, 1}), Error);
  (void)write_tombstones(path(), Ordinals{0, 5, 9});
  EXPECT_THAT(read(10), testing::ElementsAre(0, 5, 9));
  EXPECT_THROW((void)read(9), Error);
  put("tombstones", "ordinals", {0, 5, 9});
  EXPECT_EQ(read(10).size(), 3U);
  put("tombstones", "ordinals", {5, 0, 9});
  EXPECT_THROW((void)read(10), Error);
  put("tombstones", "ordinals", {0, 5, 9}, 1);
  EXPECT_THROW((void)read(10), Error);
  put("tombstones", "ordinal", {0, 5, 9});
  EXPECT_THROW((void)read(10), Error);
  put("fingerprints", "ordinals", {0, 5, 9});
  EXPECT_THROW((void)read(10), Error);
}

TEST_F(TombstonesTest, AFlippedBitIsFound) {
  (void)write_tombstones(path(), Ordinals{0, 5, 9});
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(128 + 8);
  file.put(4);  // 0, 4, 9 would be a valid list too
  file.close();
  EXPECT_THROW((void)read(10), Error);
}

}  // namespace
}  // namespace facsim
