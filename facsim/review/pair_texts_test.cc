// SPDX-License-Identifier: Apache-2.0
// The passages shown of two texts: both ends of long ones, and every difference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/review/both_ends_internal.h"
#include "facsim/review/pair_texts_internal.h"

namespace facsim {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

TextPassage shared(const std::string& text, std::uint32_t units) {
  TextPassage passage;
  passage.shared = true;
  passage.first_units = passage.second_units = units;
  passage.first = passage.second = text;
  return passage;
}

TextPassage differing(const std::string& first, const std::string& second) {
  TextPassage passage;
  passage.first_units = first.empty() ? 0 : 1;
  passage.second_units = second.empty() ? 0 : 1;
  passage.first = first;
  passage.second = second;
  return passage;
}

TEST(BothEnds, ShortTextStays) {
  EXPECT_EQ(both_ends("", 10), "");
  EXPECT_EQ(both_ends("ten bytes!", 10), "ten bytes!");
}

TEST(BothEnds, LongTextKeepsItsEnds) {
  const std::string text = "begin " + std::string(1000, 'x') + " end";
  const std::string made = both_ends(text, 60);
  EXPECT_THAT(made, StartsWith("begin xxx"));
  EXPECT_THAT(made, EndsWith("xxx end"));
  EXPECT_THAT(made, HasSubstr(" \xe2\x80\xa6 "));
  EXPECT_LT(made.size(), 70U);
}

TEST(BothEnds, NoCharacterIsCut) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "\xe5\xad\x97";  // three bytes each
  for (std::size_t most = 3; most < 40; ++most) {
    std::size_t letters = 0;
    for (const char c : both_ends(text, most)) {
      if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) ++letters;
    }
    const std::string made = both_ends(text, most);
    // Every character is complete: three bytes, and one for each of the two blanks.
    EXPECT_EQ(made.size(), 3 * (letters - 2) + 2) << most;
  }
}

TEST(Shortened, NothingOfNothing) {
  EXPECT_THAT(shortened({}).passages, SizeIs(0));
  EXPECT_EQ(shortened({}).left_out, 0U);
}

TEST(Shortened, SharedTextIsFoldedAndStandsOnce) {
  const ShortPassages made = shortened({shared(std::string(5000, 'a'), 900)});
  ASSERT_THAT(made.passages, SizeIs(1));
  EXPECT_TRUE(made.passages[0].shared);
  EXPECT_EQ(made.passages[0].first_units, 900U);
  EXPECT_LT(made.passages[0].first.size(), 200U);
  EXPECT_EQ(made.passages[0].second, "");
}

TEST(Shortened, EveryDifferenceIsThereWhileTheyAreNotTooMany) {
  std::vector<TextPassage> passages;
  for (int i = 0; i < 150; ++i) {
    passages.push_back(shared("same", 1));
    passages.push_back(differing("old" + std::to_string(i), "new" + std::to_string(i)));
  }
  const ShortPassages made = shortened(passages);
  ASSERT_THAT(made.passages, SizeIs(300));
  EXPECT_EQ(made.left_out, 0U);
  for (int i = 0; i < 150; ++i) {
    EXPECT_EQ(made.passages[2 * static_cast<std::size_t>(i) + 1].first, "old" + std::to_string(i));
    EXPECT_EQ(made.passages[2 * static_cast<std::size_t>(i) + 1].second, "new" + std::to_string(i));
  }
}

TEST(Shortened, OfVeryManyTheMiddleOnesAreCounted) {
  std::vector<TextPassage> passages(1001, differing(std::string(4000, 'x'), ""));
  passages.front().first = "the first";
  passages.back().first = "the last";
  const ShortPassages made = shortened(passages);
  EXPECT_EQ(made.passages.size() + made.left_out, 1001U);
  EXPECT_EQ(made.passages.front().first, "the first");
  EXPECT_EQ(made.passages.back().first, "the last");
  std::size_t bytes = 0;
  for (const ReviewPassage& each : made.passages) bytes += each.first.size();
  EXPECT_LT(bytes, 40'000U);
}

}  // namespace
}  // namespace facsim
