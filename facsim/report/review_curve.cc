// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include "facsim/base/human_text.h"
#include "facsim/report/review_curve_internal.h"

namespace facsim {
namespace {

// The script draws its cursor with the same numbers (page/report.js).
constexpr double kLeft = 70;
constexpr double kRight = 690;
constexpr double kPlotTop = 16;
constexpr double kPlotBottom = 220;

std::string number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2f", value);
  return buffer.data();
}

// Returns the next of 1, 2, 5, 10, ... that is at least `value`, as the end of an axis.
double round_up(double value) {
  double step = 1;
  while (true) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (step * factor >= value) return step * factor;
    }
    step *= 10;
  }
}

std::string svg_text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         text + "</text>";
}

std::string line(const char* style, double x1, double y1, double x2, double y2) {
  return std::string("<line class=\"") + style + "\" x1=\"" + number(x1) + "\" y1=\"" + number(y1) +
         "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) + "\"/>";
}

}  // namespace

std::string curve_svg(const Review& review) {
  const std::vector<ReviewStep>& steps = review.steps;
  const double low = steps.front().threshold;
  const double high = std::max(steps.back().threshold, low + 0.01);
  std::uint64_t most = 1;
  for (const ReviewStep& each : steps) most = std::max({most, each.removed, each.reported});
  const double top = round_up(static_cast<double>(most));
  const auto x = [&](double threshold) {
    return kLeft + (threshold - low) / (high - low) * (kRight - kLeft);
  };
  const auto y = [&](double count) { return kPlotBottom - count / top * (kPlotBottom - kPlotTop); };

  std::string svg =
      "<figure class=\"curve\"><svg id=\"curve\" viewBox=\"0 0 720 262\" role=\"img\" "
      "aria-label=\"Pages removed and reported by threshold; the table below has the numbers\" "
      "data-low=\"" +
      number(low) + "\" data-high=\"" + number(high) + "\">";
  constexpr int kLines = 4;
  for (int i = 0; i <= kLines; ++i) {
    const double count = top * i / kLines;
    svg +=
        line("grid", kLeft, y(count), kRight, y(count)) +
        svg_text_at(kLeft - 8, y(count) + 4, "end", human_count(static_cast<std::uint64_t>(count)));
  }
  for (int i = 0; i <= 5; ++i) {
    const double threshold = low + (high - low) * i / 5;
    svg += svg_text_at(x(threshold), kPlotBottom + 18, "middle", number(threshold));
  }
  svg += svg_text_at((kLeft + kRight) / 2, kPlotBottom + 38, "middle",
                     review.by_agreement ? "agreement from which pages are removed"
                                         : "resemblance from which pages are removed");
  const auto curve = [&](const char* style, auto count) {
    std::string points;
    for (const ReviewStep& each : steps) {
      points += number(x(each.threshold)) + "," + number(y(static_cast<double>(count(each)))) + " ";
    }
    return std::string("<polyline class=\"") + style + "\" points=\"" + points + "\"/>";
  };
  svg += line("now", x(review.threshold), kPlotTop, x(review.threshold), kPlotBottom);
  svg += curve("removed", [](const ReviewStep& each) { return each.removed; });
  svg += curve("reported", [](const ReviewStep& each) { return each.reported; });
  return svg +
         "<g id=\"cursor\"></g></svg><figcaption><span class=\"key removed\"></span>removed "
         "<span class=\"key reported\"></span>reported only "
         "<span class=\"key now\"></span>the threshold of this result</figcaption></figure>\n";
}

}  // namespace facsim
