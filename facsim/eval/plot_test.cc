// SPDX-License-Identifier: Apache-2.0
// Axes fit their data closely, and drawings stay within their frame.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>

#include "facsim/eval/plot_internal.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::Not;

void expect_axis(const std::vector<double>& shares, double low, double high, double step) {
  const PlotAxis axis = axis_around(shares);
  EXPECT_NEAR(axis.low, low, 1e-9);
  EXPECT_NEAR(axis.high, high, 1e-9);
  EXPECT_NEAR(axis.step, step, 1e-9);
}

TEST(AxisAround, HoldsTheSharesAndLittleElse) {
  expect_axis({}, 0, 1, .2);
  expect_axis({0, 1}, 0, 1, .2);
  expect_axis({.52, 1}, .5, 1, .1);
  expect_axis({.96, .9987}, .96, 1, .01);
  expect_axis({.0123, .2}, 0, .2, .05);
  expect_axis({.3, .6}, .3, .6, .05);  // on grid lines
}

TEST(AxisAround, OneShareHasAnAxisToo) {
  expect_axis({1}, .998, 1, .001);
  expect_axis({0}, 0, .002, .001);
}

TEST(AxisAround, HasTwoToSixStepsOfAnyShares) {
  for (int low = 0; low <= 200; ++low) {
    for (int high = low; high <= 200; ++high) {
      const double least = low / 200.0;
      const double most = high / 200.0;
      const PlotAxis axis = axis_around({most, least});
      EXPECT_LE(axis.low, least + 1e-9);
      EXPECT_GE(axis.high, most - 1e-9);
      EXPECT_GE(axis.low, 0);
      EXPECT_LE(axis.high, 1 + 1e-9);
      const double steps = (axis.high - axis.low) / axis.step;
      EXPECT_NEAR(steps, std::round(steps), 1e-6);
      EXPECT_TRUE(steps > 1.9 && steps < 6.1) << least << " " << most << " " << steps;
    }
  }
}

// The coordinates of all points of the drawing are within the view box.
TEST(SvgOf, DrawsWithinTheFrame) {
  const Plot plot{.title = "a <title>",
                  .x_name = "right, from 0.9",
                  .y_name = "up & down",
                  .x = {.9, 1, .05},
                  .y = {.5, .75, .05},
                  .lines = {{"one", {{.9, .5, .5, .6}, {1, .75, .7, .75}}}}};
  const std::string svg = svg_of(plot);
  EXPECT_THAT(svg, HasSubstr("up &amp; down"));
  EXPECT_THAT(svg, HasSubstr(">0.95<"));
  EXPECT_THAT(svg, HasSubstr(">0.55<"));
  EXPECT_THAT(svg, Not(HasSubstr(">0<")));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      svg, found, std::regex("<polyline[^>]*points=\"([0-9.]+),([0-9.]+) ([0-9.]+),([0-9.]+)\"")));
  EXPECT_EQ(found[1], "64.0");
  EXPECT_EQ(found[2], "238.0");
  EXPECT_EQ(found[3], "448.0");
  EXPECT_EQ(found[4], "10.0");
}

TEST(SvgOf, AnAxisWithoutWidthIsDrawn) {
  const Plot plot{.title = "t", .x_name = "x", .x = {1, 1, 0}, .lines = {{"one", {{1, 1, 1, 1}}}}};
  const std::string svg = svg_of(plot);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace facsim
