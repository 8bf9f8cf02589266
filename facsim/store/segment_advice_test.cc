// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "facsim/files/temp_folder.h"
#include "facsim/store/advice_for_test.h"
#include "facsim/store/segment.h"

namespace facsim {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::string_view kRows[] = {"rows", "not there"};

class SegmentAdvice : public testing::Test {
 protected:
  // A section of ten pages and a half lies between two others.
  SegmentAdvice() {
    SegmentWriter writer(path_, "fingerprints");
    for (const auto* const name : {"before", "rows", "behind"}) {
      writer.add(name, std::as_bytes(std::span(content_)));
    }
    writer.commit();
  }

  TempFolder folder_{testing::TempDir()};
  std::string path_ = folder_.path() + "/000001.seg";
  std::string content_ = std::string(10 * kPage + kPage / 2, 'x');
};

TEST_F(SegmentAdvice, CoversTheWholePagesOfItsSectionsAndNoOthers) {
  if (!for_test::advice_is_told()) GTEST_SKIP() << "advice is not told here";
  const Segment segment = Segment::open(path_);
  const auto rows = segment.section("rows");
  EXPECT_EQ(for_test::mapped_with("rr", rows), 0U);
  segment.expect_single_reads(kRows);
  EXPECT_GE(for_test::mapped_with("rr", rows), 9 * kPage);
  EXPECT_LE(for_test::mapped_with("rr", rows), 10 * kPage);
  EXPECT_EQ(for_test::mapped_with("rr", segment.section("before").first(9 * kPage)), 0U);
  EXPECT_EQ(for_test::mapped_with("rr", segment.section("behind").last(9 * kPage)), 0U);
}

TEST_F(SegmentAdvice, ToReadAheadChangesNoBytes) {
  const Segment segment = Segment::open(path_);
  segment.read_ahead(kRows, 0, 0.5);
  segment.read_ahead(kRows, 0.5, 7);
  segment.read_ahead(kRows, 2, 3);
  EXPECT_EQ(segment.section("rows").back(), std::byte{'x'});
  EXPECT_TRUE(segment.verify().empty());
}

TEST_F(SegmentAdvice, IsNotForWhatIsLoaded) {
  if (!for_test::advice_is_told()) GTEST_SKIP() << "advice is not told here";
  const Segment segment = Segment::open(path_, Residence::loaded);
  segment.expect_single_reads(kRows);
  EXPECT_EQ(for_test::mapped_with("rr", segment.section("rows")), 0U);
}

}  // namespace
}  // namespace facsim
