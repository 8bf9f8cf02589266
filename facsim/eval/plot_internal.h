// SPDX-License-Identifier: Apache-2.0
#pragma once
// A plot of lines as an <svg> element, in the colours of the page around it.
//
// x runs from the least to the most of the plot, y from 0 to 1. A line may have a band of
// uncertainty, and breaks where a value is unknown. Each line of a plot has its own look: of the
// first eight each its colour (the classes s0 to s7 of the page), its dashes and its marks, so that
// it is told apart without colours and where lines cover one another; of those that follow each
// another combination.

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

struct Plot {
  std::string title;
  std::string x_name;
  double x_low = 0;
  double x_high = 1;
  std::vector<PlotLine> lines;
};

// Text in it is escaped.
[[nodiscard]] std::string svg_of(const Plot& plot);

// & < > and quotes as HTML writes them.
[[nodiscard]] std::string html_escaped(const std::string& text);

}  // namespace facsim
