// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/label.h"

#include <gtest/gtest.h>

#include "facsim/base/limits.h"
#include "facsim/base/utf.h"

namespace facsim {
namespace {

TEST(Label, WhatFitsStaysAsItIs) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, limits::kLabelBytesMax}) {
    const std::string label(size, 'x');
    EXPECT_EQ(cut_label(label), label);
  }
}

TEST(Label, LongOnesThatDifferStayDifferent) {
  const std::string same(limits::kLabelBytesMax, 'x');
  const std::string cut = cut_label(same + "1");
  EXPECT_EQ(cut.size(), limits::kLabelBytesMax);
  EXPECT_TRUE(cut.starts_with(same.substr(0, limits::kLabelBytesMax - 36) + "...~")) << cut;
  EXPECT_EQ(cut, cut_label(same + "1"));
  EXPECT_EQ(cut, cut_label(cut)) << "once is as good as twice";
  EXPECT_NE(cut, cut_label(same + "2"));
  EXPECT_NE(cut, cut_label(same + "12"));
  EXPECT_NE(cut, same);
}

// Programs of other versions look up stored names, so the hash must not change.
TEST(Label, TheHashIsThatOfTheWhole) {
  EXPECT_TRUE(
      cut_label(std::string(10'000, 'x')).ends_with("...~0bbccd47483750b1cb763e2ccd065fab"));
}

TEST(Label, NoCharacterIsCutInTwo) {
  for (std::size_t before = 0; before < 8; ++before) {
    std::string label(before, 'x');
    while (label.size() <= limits::kLabelBytesMax) label += "\xF0\x9F\x98\x80";
    EXPECT_TRUE(is_utf8(cut_label(label))) << before;
    EXPECT_LE(cut_label(label).size(), limits::kLabelBytesMax);
  }
}

}  // namespace
}  // namespace facsim
