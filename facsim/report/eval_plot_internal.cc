// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/eval_plot_internal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace facsim {
namespace {

// In the units of the view box: the frame of the drawing within the whole.
constexpr double kWidth = 460;
constexpr double kHeight = 300;
constexpr double kLeft = 44;
constexpr double kRight = 12;
constexpr double kTop = 30;
constexpr double kBottom = 42;
constexpr int kColours = 7;
constexpr int kYSteps = 5;

std::string number(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string label(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

class Frame {
 public:
  explicit Frame(const Plot& plot)
      : low_(plot.x_low), width_(std::max(1e-9, plot.x_high - plot.x_low)) {}
  [[nodiscard]] double x(double value) const {
    return kLeft + (value - low_) / width_ * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] static double y(double value) {
    return kTop + (1 - value) * (kHeight - kTop - kBottom);
  }
  [[nodiscard]] std::string at(double x_value, double y_value) const {
    return number(x(x_value)) + "," + number(y(y_value));
  }

 private:
  double low_;
  double width_;
};

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         html_escaped(text) + "</text>";
}

std::string axes(const Plot& plot, const Frame& frame) {
  std::string svg;
  const std::string left = number(frame.x(plot.x_low));
  const std::string right = number(frame.x(plot.x_high));
  for (int i = 0; i <= kYSteps; ++i) {
    const double value = static_cast<double>(i) / kYSteps;
    const std::string y = number(Frame::y(value));
    svg += "<line class=\"grid\" x1=\"" + left + "\" y1=\"" + y + "\" x2=\"" + right + "\" y2=\"" +
           y + "\"/>" + text_at(kLeft - 6, Frame::y(value) + 4, "end", label(value));
  }
  // Whole numbers stay whole.
  const double width = plot.x_high - plot.x_low;
  const int steps = std::fmod(width, 4) == 0 ? 4 : 5;
  for (int i = 0; i <= steps; ++i) {
    const double value = plot.x_low + width * i / steps;
    const std::string x = number(frame.x(value));
    svg += "<line class=\"grid\" x1=\"" + x + "\" y1=\"" + number(Frame::y(0)) + "\" x2=\"" + x +
           "\" y2=\"" + number(Frame::y(1)) + "\"/>" +
           text_at(frame.x(value), kHeight - kBottom + 16, "middle", label(value));
  }
  svg += text_at((kLeft + kWidth - kRight) / 2, kHeight - 8, "middle", plot.x_name);
  return svg;
}

// Calls run(first, last) for each stretch of known points.
template <class Run>
void for_each_stretch(const std::vector<PlotPoint>& points, const Run& run) {
  for (std::size_t begin = 0; begin < points.size();) {
    if (!points[begin].y) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < points.size() && points[end].y) ++end;
    run(begin, end);
    begin = end;
  }
}

std::string line_svg(const PlotLine& line, const Frame& frame, int colour) {
  const std::string name = "s" + std::to_string(colour % kColours);
  std::string svg;
  for_each_stretch(line.points, [&](std::size_t begin, std::size_t end) {
    std::string path;
    std::string band;
    for (std::size_t i = begin; i < end; ++i) {
      const PlotPoint& point = line.points[i];
      path += (path.empty() ? "" : " ") + frame.at(point.x, *point.y);
      band += frame.at(point.x, point.high) + " ";
      svg += "<circle class=\"" + name + "\" cx=\"" + number(frame.x(point.x)) + "\" cy=\"" +
             number(Frame::y(*point.y)) + "\" r=\"2.2\"><title>" + html_escaped(line.name) + ": " +
             label(point.x) + ", " + label(*point.y) + "</title></circle>";
    }
    for (std::size_t i = end; i-- > begin;)
      band += frame.at(line.points[i].x, line.points[i].low) + " ";
    band.pop_back();
    svg += "<polygon class=\"band " + name + "\" points=\"" + band + "\"/><polyline class=\"" +
           name + "\" points=\"" + path + "\"/>";
  });
  return svg;
}

}  // namespace

std::string html_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string svg_of(const Plot& plot) {
  const Frame frame(plot);
  std::string svg = "<figure><svg viewBox=\"0 0 " + number(kWidth) + " " + number(kHeight) +
                    "\" role=\"img\" aria-label=\"" + html_escaped(plot.title) + "\">" +
                    "<text class=\"title\" x=\"" + number(kLeft) + "\" y=\"18\">" +
                    html_escaped(plot.title) + "</text>" + axes(plot, frame);
  int colour = 0;
  for (const PlotLine& line : plot.lines) svg += line_svg(line, frame, colour++);
  svg += "</svg><figcaption>";
  colour = 0;
  for (const PlotLine& line : plot.lines) {
    svg += "<span class=\"key s" + std::to_string(colour++ % kColours) + "\">" +
           html_escaped(line.name) + "</span> ";
  }
  return svg + "</figcaption></figure>\n";
}

}  // namespace facsim
