// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/title_key.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

TEST(TitleKey, VersionsCaseAndSpaceDoNotCount) {
  const auto key = title_key("numpy.abs — NumPy v1.20 Manual");
  EXPECT_NE(key, 0U);
  EXPECT_EQ(key, title_key("numpy.abs — NumPy v1.21.3 Manual"));
  EXPECT_EQ(key, title_key(" NUMPY.abs \n — numpy Manual "));
  EXPECT_EQ(title_key("WatchEvent (Java SE 17 & JDK 17)"), title_key("WatchEvent (Java SE & JDK)"));
  EXPECT_EQ(title_key("8. 复合语句"), title_key("9.1. 复合语句"));
}

TEST(TitleKey, WordsMarksAndCodesDo) {
  EXPECT_NE(title_key("CMP0042 — CMake"), title_key("CMP0043 — CMake"));
  EXPECT_NE(title_key("operator<"), title_key("operator>"));
  EXPECT_NE(title_key("降序排序"), title_key("升序排序"));
  EXPECT_NE(title_key("a b"), title_key("ab"));
  EXPECT_NE(title_key("News | Site"), title_key("Sport | Site"));
}

TEST(TitleKey, NothingSaidIsNone) {
  EXPECT_EQ(title_key(""), 0U);
  EXPECT_EQ(title_key(" \n "), 0U);
  EXPECT_EQ(title_key("404"), 0U);
  EXPECT_EQ(title_key("--- 2024 ---"), 0U);
  EXPECT_EQ(title_key("\xff\xfe"), 0U);
}

}  // namespace
}  // namespace facsim
