// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/control_bytes_internal.h"
#include "facsim/input/sniff_internal.h"

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

// A few do not matter. They count if they are more than eight and more than a sixteenth of all
// bytes, unless they are at one place of the pairs, as in UTF-16. For zeros the limits are four and
// a 32nd.
TEST(LooksBinary, ByHowManyControlBytesThereAre) {
  const auto mixed = [](std::size_t letters, std::size_t others, char other) {
    std::string bytes(letters, 'a');
    // At even and odd places alternately.
    for (std::size_t i = 0; i < others; ++i) bytes.insert(i * 3, 1, other);
    return bytes;
  };
  EXPECT_FALSE(looks_binary(mixed(60, 8, '\x01')));
  EXPECT_TRUE(looks_binary(mixed(60, 9, '\x01')));
  EXPECT_FALSE(looks_binary(mixed(16 * 9 - 9, 9, '\x01')));
  EXPECT_TRUE(looks_binary(mixed(16 * 9 - 10, 9, '\x01')));
  EXPECT_FALSE(looks_binary(mixed(60, 4, '\0')));
  EXPECT_TRUE(looks_binary(mixed(60, 5, '\0')));
  EXPECT_FALSE(looks_binary(mixed(32 * 5 - 5, 5, '\0')));
  EXPECT_TRUE(looks_binary(mixed(32 * 5 - 6, 5, '\0')));
  std::string wide;
  for (const char c : std::string(40, 'a')) wide += {c, '\0'};
  EXPECT_FALSE(looks_binary(wide));
}

}  // namespace
}  // namespace facsim
