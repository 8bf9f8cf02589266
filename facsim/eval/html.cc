// SPDX-License-Identifier: Apache-2.0
// Writes an evaluation as one self-contained page.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "facsim/base/human_text.h"
#include "facsim/eval/figure_text_internal.h"
#include "facsim/eval/plot_internal.h"
#include "facsim/eval/report.h"
#include "facsim/report/page_parts.h"

namespace facsim {
namespace {

std::string cell(const std::string& text) { return "<td>" + html_escaped(text) + "</td>"; }

std::string cell(const std::optional<double>& value, const std::optional<Interval>& interval) {
  std::string text = "<td>" + ratio_text(value);
  while (text.ends_with(' ')) text.pop_back();
  if (interval) {
    std::string range = interval_text(interval);
    if (const std::size_t comma = range.find(','); comma != range.npos) {
      range.insert(comma + 1, "<wbr>");  // a narrow column may break the range here
    }
    text += " <small>" + range + "</small>";
  }
  return text + "</td>";
}

std::string html_counts_cells(const EvalCounts& counts) {
  return cell(human_count(counts.right)) + cell(human_count(counts.wrong)) +
         cell(human_count(counts.missed)) +
         cell(counts.precision().value(), counts.precision().interval()) +
         cell(counts.recall().value(), counts.recall().interval()) +
         cell(counts.f1(), counts.f1_interval());
}

std::string table(const std::string& name, const std::string& head, const std::string& rows) {
  // A scrolling box must be reachable without a mouse.
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html_escaped(name) +
         "\"><table><thead><tr>" + head + "</tr></thead><tbody>\n" + rows +
         "</tbody></table></div>\n";
}

std::string head_of(const std::vector<std::string>& names) {
  std::string head;
  for (const std::string& name : names) head += "<th scope=\"col\">" + html_escaped(name) + "</th>";
  return head;
}

std::string counts_head(const std::string& first) {
  return head_of({first, "right", "wrong", "missed", "precision", "recall", "F1"});
}

PlotPoint plot_point(double x, const std::optional<double>& value,
                     const std::optional<Interval>& interval) {
  PlotPoint point{x, value, 0, 0};
  if (interval) {
    point.low = interval->low;
    point.high = interval->high;
  }
  return point;
}

// Chooses steps that keep integers whole.
PlotAxis axis_between(double low, double high) {
  const double width = high - low;
  return {low, high, width / (std::fmod(width, 4) == 0 ? 4 : 5)};
}

std::string measure_plot(const EvalMeasure& measure) {
  Plot plot{.title = measure.name,
            .x_name = measure.at_most ? "at most, bits" : "at least",
            .x = axis_between(measure.points.front().threshold, measure.points.back().threshold),
            .lines = {{"precision", {}}, {"recall", {}}, {"F1", {}}}};
  for (const ThresholdPoint& point : measure.points) {
    const EvalCounts& counts = point.counts;
    const Share precision = counts.precision();
    const Share recall = counts.recall();
    plot.lines[0].points.push_back(
        plot_point(point.threshold, precision.value(), precision.interval()));
    plot.lines[1].points.push_back(plot_point(point.threshold, recall.value(), recall.interval()));
    plot.lines[2].points.push_back(plot_point(point.threshold, counts.f1(), counts.f1_interval()));
  }
  return svg_of(plot);
}

// Returns the points that no other point exceeds in both coordinates, ascending in x.
std::vector<PlotPoint> unbeaten(std::vector<PlotPoint> points) {
  std::sort(points.begin(), points.end(), [](const PlotPoint& a, const PlotPoint& b) {
    return std::pair(a.x, *a.y) > std::pair(b.x, *b.y);
  });
  std::vector<PlotPoint> best;
  for (const PlotPoint& point : points) {
    if (best.empty() || *point.y > *best.back().y) best.push_back(point);
  }
  std::reverse(best.begin(), best.end());
  return best;
}

std::string axis_name(const std::string& name, const PlotAxis& axis) {
  std::array<char, 64> text{};
  (void)std::snprintf(text.data(), text.size(), "%s, from %.3g to %.3g", name.c_str(), axis.low,
                      axis.high);
  return text.data();
}

// Good measures fill only a corner of the whole square, so the plot shows the area of the points.
std::string trade_plot(const EvalReport& report) {
  Plot plot{.title = "precision by recall, thresholds that no other beats in both",
            .x_name = {},
            .x = {},
            .lines = {}};
  std::vector<double> recalls;
  std::vector<double> precisions;
  for (const EvalMeasure& measure : report.measures) {
    std::vector<PlotPoint> points;
    for (const ThresholdPoint& point : measure.points) {
      const auto recall = point.counts.recall().value();
      const auto precision = point.counts.precision().value();
      if (!recall || !precision) continue;
      points.push_back({*recall, precision, *precision, *precision});
    }
    points = unbeaten(std::move(points));
    for (const PlotPoint& point : points) {
      recalls.push_back(point.x);
      precisions.push_back(*point.y);
    }
    plot.lines.push_back({measure.name, std::move(points)});
  }
  plot.x = axis_around(recalls);
  plot.y = axis_around(precisions);
  plot.x_name = axis_name("recall", plot.x);
  plot.y_name = axis_name("precision", plot.y);
  return svg_of(plot);
}

std::string curves_plot(const EvalReport& report) {
  Plot plot{.title = "share that becomes a candidate, by resemblance",
            .x_name = "resemblance",
            .x = axis_between(report.curves.front().bins.front().low, 1),
            .lines = {}};
  for (const RecallCurve& curve : report.curves) {
    PlotLine line{curve.channel, {}};
    for (const RecallBin& bin : curve.bins) {
      line.points.push_back(
          plot_point((bin.low + bin.high) / 2, bin.found.value(), bin.found.interval()));
    }
    plot.lines.push_back(std::move(line));
  }
  return svg_of(plot);
}

std::string measure_table(const EvalMeasure& measure) {
  std::string rows;
  for (const ThresholdPoint& point : measure.points) {
    rows += std::string(point.is_best ? "<tr class=\"best\">" : "<tr>") +
            cell(std::string(measure.at_most ? "≤ " : "≥ ") + threshold_text(point.threshold)) +
            html_counts_cells(point.counts) + "</tr>\n";
  }
  std::string text = "<h3>" + html_escaped(measure.name) + "</h3><p class=\"note\">" +
                     html_escaped(measure.about) + "</p>\n";
  if (!measure.note.empty()) text += "<p class=\"note\">" + html_escaped(measure.note) + "</p>\n";
  return text + table(measure.name, counts_head("threshold"), rows);
}

std::string channels_table(const EvalReport& report) {
  std::string rows;
  for (const ChannelRecall& channel : report.channels) {
    rows += "<tr>" + cell(channel.name) + cell(human_count(channel.found.part)) +
            cell(human_count(channel.found.whole)) +
            cell(channel.found.value(), channel.found.interval()) +
            cell(channel.candidates ? human_count(*channel.candidates) : "") + "</tr>\n";
  }
  return "<p class=\"note\">How many of the true pairs each channel "
         "finds.</p>\n" +
         table("candidates", head_of({"channel", "found", "of", "recall", "all candidates"}), rows);
}

std::string curves_table(const EvalReport& report) {
  std::vector<std::string> names = {"resemblance from", "pairs"};
  for (const RecallCurve& curve : report.curves) names.push_back(curve.channel);
  std::string rows;
  for (std::size_t bin = 0; bin < report.curves.front().bins.size(); ++bin) {
    const RecallBin& first = report.curves.front().bins[bin];
    if (first.found.whole == 0) continue;
    rows += "<tr>" + cell(threshold_text(first.low)) + cell(human_count(first.found.whole));
    for (const RecallCurve& curve : report.curves) {
      rows += cell(curve.bins[bin].found.value(), std::nullopt);
    }
    rows += "</tr>\n";
  }
  return "<p class=\"note\">Of " + html_escaped(report.bins_about) + ".</p>\n" +
         table("candidates by resemblance", head_of(names), rows);
}

// Other facts about a profile are below the table, because a column would cut them off.
std::string removals_table(const EvalReport& report) {
  std::string rows;
  std::string notes;
  for (const EvalRemovals& removals : report.removals) {
    rows += "<tr>" + cell(removals.profile) + html_counts_cells(removals.counts) + "</tr>\n";
    notes += "<p class=\"note\"><b>" + html_escaped(removals.profile) +
             "</b>: " + html_escaped(removals_text(removals)) + "</p>\n";
  }
  return "<p class=\"note\">" + html_escaped(report.removals_about) + "</p>\n" +
         table("removals", counts_head("profile"), rows) + notes;
}

std::string plots(const EvalReport& report) {
  std::string text = "<div class=\"plots\">\n";
  for (const EvalMeasure& measure : report.measures) {
    if (measure.points.size() > 1) text += measure_plot(measure);
  }
  if (!report.measures.empty()) text += trade_plot(report);
  if (!report.curves.empty()) text += curves_plot(report);
  return text + "</div>\n";
}

std::string section(const std::string& id, const std::string& title, const std::string& text) {
  return "<section id=\"" + id + "\" aria-labelledby=\"h-" + id + "\"><h2 id=\"h-" + id + "\">" +
         title + "</h2>\n" + text + "</section>\n";
}

}  // namespace

std::string to_html(const EvalReport& report) {
  std::string links = "<a href=\"#plots\">plots</a>";
  std::string parts = section("plots", "plots", plots(report));
  const auto add = [&](const char* id, const char* title, const std::string& text) {
    links += std::string("<a href=\"#") + id + "\">" + title + "</a>";
    parts += section(id, title, text);
  };
  if (!report.removals.empty()) add("removals", "removals", removals_table(report));
  if (!report.channels.empty()) add("candidates", "candidates", channels_table(report));
  if (!report.curves.empty()) parts += curves_table(report);
  std::string measures;
  for (const EvalMeasure& measure : report.measures) measures += measure_table(measure);
  if (!measures.empty()) add("thresholds", "thresholds", measures);
  std::string page = page_head({.title = "facsim eval", .styles = {kLook, kEvalStyle}});
  page +=
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header><h1>facsim eval "
      "<small>" +
      html_escaped(report.version) +
      "</small></h1>\n<p class=\"result\">Truth: " + html_escaped(report.truth) +
      ".</p>\n<p class=\"note\">" + human_count(report.pages) + " pages, " +
      human_count(report.pages_too_short) + " too short to judge; " +
      human_count(report.pairs_true) + " true pairs, " + human_count(report.pairs_false) +
      " others; recipe " + html_escaped(report.recipe) + " (" + report.recipe_id +
      "). In brackets and as bands: 95 % intervals.</p>\n";
  for (const std::string& note : report.notes) {
    page += "<p class=\"note\">" + html_escaped(note) + "</p>\n";
  }
  return page + "<nav aria-label=\"Parts\">" + links +
         "</nav></header>\n<main id=\"main\" tabindex=\"-1\">\n" + parts +
         "</main>\n</body></html>\n";
}

}  // namespace facsim
