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

TEST(JsonLine, ObjectsAsMembersBehindAnotherText) {
  std::string text = "before\n";
  JsonLine line(std::move(text));
  line.open("empty");
  line.close();
  line.open("outer");
  line.text("brace", "{");
  line.number("n", 1);
  line.open("inner");
  line.boolean("yes", true);
  line.close();
  line.close();
  line.null("last");
  EXPECT_EQ(std::move(line).take(),
            "before\n"
            R"({"empty":{},"outer":{"brace":"{","n":1,"inner":{"yes":true}},"last":null})");
}

TEST(JsonLine, RatiosHaveOneToFourDecimals) {
  JsonLine line;
  const std::array<double, 6> values = {0, 1, 0.5, 0.8123, 0.00005, 12.3};
  line.ratios("r", values);
  EXPECT_EQ(std::move(line).take(), R"({"r":[0.0,1.0,0.5,0.8123,0.0001,12.3]})");
}

}  // namespace
}  // namespace facsim
