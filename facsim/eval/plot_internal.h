// SPDX-License-Identifier: Apache-2.0
#pragma once
// A plot of lines as an <svg> element, in the colours of the page around it.
//
// Each axis shows its range and its numbers. A line may have a band of uncertainty, and breaks if a
// value is unknown. Each line of a plot looks different: each of the first eight has its own colour
// (the classes s0 to s7 of the page), dashes and marks, so that it can be recognized without
// colours and where lines overlap; each later one has another combination.

#include <optional>
#include <string>
#include <vector>

namespace facsim {

struct PlotPoint {
  double x = 0;
  std::optional<double> y;
  double low = 0;  // of the band, if y is known
  double high = 0;
};

struct PlotLine {
  std::string name;
  std::vector<PlotPoint> points;
};

// The range of an axis, with a grid line at each step.
struct PlotAxis {
  double low = 0;
  double high = 1;
  double step = .2;
};

// Returns the shortest axis between two grid lines that contains all given shares, 0 to 1, in 2 to
// 6 steps of 1, 2 or 5 tenths, hundredths or thousandths; without shares, 0 to 1.
[[nodiscard]] PlotAxis axis_around(const std::vector<double>& shares);

struct Plot {
  std::string title;
  std::string x_name;
  std::string y_name = {};  // empty: the lines' names explain it
  PlotAxis x;
  PlotAxis y = {};
  std::vector<PlotLine> lines;
};

// Text in it is escaped.
[[nodiscard]] std::string svg_of(const Plot& plot);

// Escapes & < > and quotes for HTML.
[[nodiscard]] std::string html_escaped(const std::string& text);

}  // namespace facsim
