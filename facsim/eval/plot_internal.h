// SPDX-License-Identifier: Apache-2.0
#pragma once
// A plot of lines as an <svg> element, in the colours of the page around it.
//
// Each axis shows what the plot says, and has its numbers. A line may have a band of uncertainty,
// and breaks where a value is unknown. Each line of a plot has its own look: of the first eight
// each its colour (the classes s0 to s7 of the page), its dashes and its marks, so that it is told
// apart without colours and where lines cover one another; of those that follow each another
// combination.

#include <optional>
#include <string>
#include <vector>

namespace facsim {

struct PlotPoint {
  double x = 0;
  std::optional<double> y;
  double low = 0;  // of the band, where y is known
  double high = 0;
};

struct PlotLine {
  std::string name;
  std::vector<PlotPoint> points;
};

// What an axis shows, with a line of the grid at each step.
struct PlotAxis {
  double low = 0;
  double high = 1;
  double step = .2;
};

// The least axis from one line of a grid to another that holds all of some shares, 0 to 1, in 2 to
// 6 steps of 1, 2 or 5 tenths, hundredths or thousandths; of no share all from 0 to 1.
[[nodiscard]] PlotAxis axis_around(const std::vector<double>& shares);

struct Plot {
  std::string title;
  std::string x_name;
  std::string y_name = {};  // empty: the lines' names tell
  PlotAxis x;
  PlotAxis y = {};
  std::vector<PlotLine> lines;
};

// Text in it is escaped.
[[nodiscard]] std::string svg_of(const Plot& plot);

// & < > and quotes as HTML writes them.
[[nodiscard]] std::string html_escaped(const std::string& text);

}  // namespace facsim
