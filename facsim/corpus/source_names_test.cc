// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/source_names.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

TEST(SourceNames, FirstComeFirstNumbered) {
  SourceNames names;
  EXPECT_EQ(names.number_of("b"), 0U);
  EXPECT_EQ(names.number_of(""), 1U);
  EXPECT_EQ(names.number_of("b"), 0U);
  EXPECT_EQ(names.names(), (std::vector<std::string>{"b", ""}));
}

TEST(SourceNames, TheTenThousandAndFirstIsOneOfTheOthers) {
  SourceNames names;
  for (std::uint32_t i = 0; i < SourceNames::kOthers; ++i) {
    ASSERT_EQ(names.number_of(std::to_string(i)), i);
  }
  EXPECT_EQ(names.number_of("late"), SourceNames::kOthers);
  EXPECT_EQ(names.number_of("9999"), 9999U);
  EXPECT_EQ(names.names().size(), SourceNames::kOthers);
}

TEST(SourceNames, LongNamesFillTheRoomToo) {
  SourceNames names;
  const std::string half(SourceNames::kBytesMax / 2, 'a');
  EXPECT_EQ(names.number_of(half), 0U);
  EXPECT_EQ(names.number_of(half + "b"), SourceNames::kOthers);
  EXPECT_EQ(names.number_of("b"), SourceNames::kOthers) << "as later, so it is not by size";
  EXPECT_EQ(names.number_of(half), 0U);
}

}  // namespace
}  // namespace facsim
