// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/json_line.h"

#include <gtest/gtest.h>

#include <array>

namespace facsim {
namespace {

TEST(JsonLine, TextsAndBooleans) {
  JsonLine line;
  const std::array<std::string, 3> names = {"a\"", "", "\xff"};
  line.texts("names", names);
  line.texts("none", {});
  line.boolean("yes", true);
  line.boolean("no", false);
  EXPECT_EQ(std::move(line).take(),
            R"({"names":["a\"","","�FF"],"none":[],"yes":true,"no":false})");
}

}  // namespace
}  // namespace facsim
