// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/plot_internal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace facsim {
namespace {

// The frame of the drawing, in units of the view box.
constexpr double kWidth = 460;
constexpr double kHeight = 280;
constexpr double kLeft = 44;
constexpr double kName = 20;  // for the name of the y axis, if it has one, further to the left
constexpr double kRight = 12;
constexpr double kTop = 10;
constexpr double kBottom = 42;

constexpr std::size_t kLooks = 8;
constexpr std::array<const char*, kLooks> kDashes = {"",    "7 3",          "2 3", "9 3 2 3",
                                                     "4 2", "12 3 2 3 2 3", "1 4", "14 5"};

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
      : left_(plot.y_name.empty() ? kLeft : kLeft + kName),
        x_(plot.x),
        y_(plot.y),
        width_(std::max(1e-9, plot.x.high - plot.x.low)),
        height_(std::max(1e-9, plot.y.high - plot.y.low)) {}
  [[nodiscard]] double left() const { return left_; }
  [[nodiscard]] double x(double value) const {
    return left_ + (value - x_.low) / width_ * (kWidth - left_ - kRight);
  }
  [[nodiscard]] double y(double value) const {
    return kTop + (y_.high - value) / height_ * (kHeight - kTop - kBottom);
  }
  [[nodiscard]] std::string at(double x_value, double y_value) const {
    return number(x(x_value)) + "," + number(y(y_value));
  }

 private:
  double left_;
  PlotAxis x_;
  PlotAxis y_;
  double width_;
  double height_;
};

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         html_escaped(text) + "</text>";
}

int steps_of(const PlotAxis& axis) {
  return axis.step > 0 ? static_cast<int>(std::lround((axis.high - axis.low) / axis.step)) : 0;
}

std::string axes(const Plot& plot, const Frame& frame) {
  std::string svg;
  const std::string left = number(frame.x(plot.x.low));
  const std::string right = number(frame.x(plot.x.high));
  for (int i = 0; i <= steps_of(plot.y); ++i) {
    const double value = plot.y.low + i * plot.y.step;
    const std::string y = number(frame.y(value));
    svg += "<line class=\"grid\" x1=\"" + left + "\" y1=\"" + y + "\" x2=\"" + right + "\" y2=\"" +
           y + "\"/>" + text_at(frame.left() - 6, frame.y(value) + 4, "end", label(value));
  }
  for (int i = 0; i <= steps_of(plot.x); ++i) {
    const double value = plot.x.low + i * plot.x.step;
    const std::string x = number(frame.x(value));
    svg += "<line class=\"grid\" x1=\"" + x + "\" y1=\"" + number(frame.y(plot.y.low)) +
           "\" x2=\"" + x + "\" y2=\"" + number(frame.y(plot.y.high)) + "\"/>" +
           text_at(frame.x(value), kHeight - kBottom + 16, "middle", label(value));
  }
  svg += text_at((frame.left() + kWidth - kRight) / 2, kHeight - 8, "middle", plot.x_name);
  if (plot.y_name.empty()) return svg;
  const double middle = (kTop + kHeight - kBottom) / 2;
  return svg + "<g transform=\"rotate(-90 14 " + number(middle) + ")\">" +
         text_at(14, middle, "middle", plot.y_name) + "</g>";
}

// Calls run(first, last) for each run of known points.
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

// The look of a line, by its number.
struct LineStyle {
  explicit LineStyle(std::size_t line)
      : colour("s" + std::to_string(line % kLooks)),
        dash(kDashes[(line + line / kLooks) % kLooks]),
        shape((line + 3 * (line / kLooks)) % kLooks) {}
  std::string colour;
  std::string dash;
  std::size_t shape;
};

// A mark about 6 wide, drawn from its centre: disc, square, triangle, diamond, triangle down, plus,
// cross, ring.
std::string mark_path(std::size_t shape) {
  constexpr std::array<const char*, kLooks> kShapes = {
      "m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
      "m-2.3-2.3h4.6v4.6h-4.6z",
      "m-2.9 2.2h5.8l-2.9-5z",
      "m-3.2 0l3.2-3.2l3.2 3.2l-3.2 3.2z",
      "m-2.9-2.2h5.8l-2.9 5z",
      "m-3.2 0h6.4m-3.2-3.2v6.4",
      "m-2.5-2.5l5 5m0-5l-5 5",
      "m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0"};
  return kShapes[shape];
}

std::string mark_svg(const LineStyle& look, double x, double y, const std::string& title) {
  const bool is_open = look.shape + 1 == kLooks;
  return "<path class=\"" + look.colour + (is_open ? " open" : "") + "\" d=\"M" + number(x) + " " +
         number(y) + mark_path(look.shape) + "\">" +
         (title.empty() ? "" : "<title>" + html_escaped(title) + "</title>") + "</path>";
}

std::string polyline_svg(const LineStyle& look, const std::string& points) {
  const std::string dash = look.dash.empty() ? "" : " stroke-dasharray=\"" + look.dash + "\"";
  return "<polyline class=\"" + look.colour + "\"" + dash + " points=\"" + points + "\"/>";
}

std::string line_svg(const PlotLine& line, const Frame& frame, const LineStyle& look) {
  std::string svg;
  for_each_stretch(line.points, [&](std::size_t begin, std::size_t end) {
    std::string path;
    std::string band;
    std::string marks;
    for (std::size_t i = begin; i < end; ++i) {
      const PlotPoint& point = line.points[i];
      path += (path.empty() ? "" : " ") + frame.at(point.x, *point.y);
      band += frame.at(point.x, point.high) + " ";
      marks += mark_svg(look, frame.x(point.x), frame.y(*point.y),
                        line.name + ": " + label(point.x) + ", " + label(*point.y));
    }
    for (std::size_t i = end; i-- > begin;)
      band += frame.at(line.points[i].x, line.points[i].low) + " ";
    band.pop_back();
    svg += "<polygon class=\"band " + look.colour + "\" points=\"" + band + "\"/>" +
           polyline_svg(look, path) + marks;
  });
  return svg;
}

// A sample of the line, and its name.
std::string key_html(const PlotLine& line, const LineStyle& look) {
  return "<span class=\"key\"><svg viewBox=\"0 0 44 12\" aria-hidden=\"true\">" +
         polyline_svg(look, "1,6 43,6") + mark_svg(look, 22, 6, "") + "</svg><b>" +
         html_escaped(line.name) + "</b></span>\n";
}

}  // namespace

PlotAxis axis_around(const std::vector<double>& shares) {
  if (shares.empty()) return {};
  const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
  constexpr double kSlack = 1e-9;  // .3 / .1 is more than 3
  constexpr std::array<int, 7> kParts = {1000, 500, 200, 100, 50, 20, 10};  // steps from 0 to 1
  constexpr int kStepsMax = 6;
  constexpr int kWidest = 5;
  for (const int parts : kParts) {
    auto low = static_cast<int>(std::floor(*least * parts + kSlack));
    auto high = static_cast<int>(std::ceil(*most * parts - kSlack));
    while (high - low < 2) low > 0 ? --low : ++high;
    if (high - low > kStepsMax) continue;
    const double step = 1.0 / parts;
    return {low * step, high * step, step};
  }
  const auto low = static_cast<int>(std::floor(*least * kWidest + kSlack));
  const auto high = static_cast<int>(std::ceil(*most * kWidest - kSlack));
  return {low * .2, high * .2, .2};
}

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
  std::string svg = "<figure><b class=\"title\">" + html_escaped(plot.title) +
                    "</b><svg viewBox=\"0 0 " + number(kWidth) + " " + number(kHeight) +
                    "\" role=\"img\" aria-label=\"" + html_escaped(plot.title) + "\">" +
                    axes(plot, frame);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    svg += line_svg(plot.lines[i], frame, LineStyle(i));
  }
  svg += "</svg><figcaption>";
  for (std::size_t i = 0; i < plot.lines.size(); ++i) svg += key_html(plot.lines[i], LineStyle(i));
  return svg + "</figcaption></figure>\n";
}

}  // namespace facsim
