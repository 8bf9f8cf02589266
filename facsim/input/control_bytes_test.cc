// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/control_bytes_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace facsim {
namespace {

TEST(ControlBytes, EveryByteAtEveryPlaceOfAWord) {
  for (int value = 0; value < 256; ++value) {
    for (const char other : {'a', '\0', '\x1f', '\x7f', '\x80', '\xff'}) {
      for (std::size_t place = 0; place < 19; ++place) {
        std::string bytes(19, other);
        bytes[place] = static_cast<char>(value);
        ASSERT_EQ(count_control_bytes(bytes), count_control_bytes_slowly(bytes))
            << value << " at " << place << " among " << static_cast<int>(other);
      }
    }
  }
}

RC_GTEST_PROP(ControlBytes, AsByteByByte, (const std::string& text)) {
  std::string bytes = text;
  const std::string odd({'\0', '\x1b', '\x1f', '\x7f', '\n', '\x08', '\xff', 'a', ' '});
  for (char& byte : bytes) byte = *rc::gen::elementOf(odd);
  RC_ASSERT(count_control_bytes(bytes) == count_control_bytes_slowly(bytes));
  RC_ASSERT(count_control_bytes(text) == count_control_bytes_slowly(text));
}

TEST(ControlBytes, WhatTextsHaveIsNotCounted) {
  const std::string text = "tabs\tand lines\r\n, pages\f\v, \x0e shifts \x0f and \x1b$B escapes";
  EXPECT_EQ(count_control_bytes(text), ControlBytes{});
  EXPECT_EQ(count_control_bytes({"a\0b\x01\x7f\0", 6}),
            (ControlBytes{.controls = 4, .even_controls = 1, .nuls = 2, .even_nuls = 0}));
}

}  // namespace
}  // namespace facsim
