// SPDX-License-Identifier: Apache-2.0
// An evaluation as one page that needs nothing but itself.
#include <algorithm>
#include <utility>

#include "facsim/eval/figure_text_internal.h"
#include "facsim/eval/plot_internal.h"
#include "facsim/eval/report.h"
#include "facsim/report/summary.h"

namespace facsim {
namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>facsim eval</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
:root { --ground: #fff; --ink: #1b1f24; --faint: #d5dae0; --quiet: #5a6572;
  --c0: #3319b3; --c1: #ff2a00; --c2: #009966; --c3: #e64cb2; --c4: #590d33; --c5: #b266ff;
  --c6: #440066; --c7: #99001a; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #14181d; --ink: #e6eaef; --faint: #353c45; --quiet: #9aa6b3;
    --c0: #9f79ec; --c1: #ecb279; --c2: #00ffd4; --c3: #ff0000; --c4: #ffff00; --c5: #b94659;
    --c6: #46a6b9; --c7: #aa00ff; } }
body { background: var(--ground); color: var(--ink); margin: 2rem auto; max-width: 76rem;
  padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.note { color: var(--quiet); margin: .2rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: separate; border-spacing: 0; margin: .6rem 0;
  font-variant-numeric: tabular-nums; }
th, td { text-align: right; vertical-align: top; padding: .15rem .6rem;
  border-bottom: 1px solid var(--faint); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
  background: var(--ground); padding-left: 0; }
td small { color: var(--quiet); } tr.best td { font-weight: 600; }
.plots { display: flex; flex-wrap: wrap; gap: 1.4rem 1rem; margin-top: 1rem; }
figure { margin: 0; flex: 1 1 min(26rem, 100%); max-width: 36rem; min-width: 0; }
figure > svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--quiet); font: 11px system-ui, sans-serif; }
.title { display: block; font-size: .95rem; font-weight: 600; padding-left: 9%; }
.grid { stroke: var(--faint); stroke-width: 1; }
polyline { fill: none; stroke: currentColor; stroke-width: 1.8; }
path { fill: currentColor; stroke: currentColor; stroke-width: 1.4; }
path.open { fill: var(--ground); }
polygon.band { fill: currentColor; opacity: .12; stroke: none; }
figcaption { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.4rem, 1fr));
  gap: .1rem .8rem; margin-top: .3rem; font-size: .9rem; }
.key { display: flex; align-items: center; gap: .5rem; }
.key svg { flex: none; width: 44px; height: 12px; }
.key b { color: var(--ink); font-weight: 400; }
.s0 { color: var(--c0); } .s1 { color: var(--c1); } .s2 { color: var(--c2); }
.s3 { color: var(--c3); } .s4 { color: var(--c4); } .s5 { color: var(--c5); }
.s6 { color: var(--c6); } .s7 { color: var(--c7); }
@media (max-width: 30rem) {
  body { margin: 1rem auto; padding: 0 .8rem; } svg text { font-size: 14px; } }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: 9pt; }
  .scroll { overflow: visible; } th, td { font-size: 7pt; padding: .1rem .3rem; }
  th, td small { white-space: normal; }
  th:first-child, td:first-child { position: static; } thead { display: table-header-group; }
  figure, tr, .key { break-inside: avoid; } h2 { break-after: avoid; }
  figure { flex: 0 0 48%; } }
</style></head><body>
)";

std::string cell(const std::string& text) { return "<td>" + html_escaped(text) + "</td>"; }

std::string cell(const std::optional<double>& value, const std::optional<Interval>& interval) {
  std::string text = "<td>" + ratio_text(value);
  while (text.ends_with(' ')) text.pop_back();
  if (interval) text += " <small>" + interval_text(interval) + "</small>";
  return text + "</td>";
}

std::string counts_cells(const EvalCounts& counts) {
  return cell(human_count(counts.right)) + cell(human_count(counts.wrong)) +
         cell(human_count(counts.missed)) +
         cell(counts.precision().value(), counts.precision().interval()) +
         cell(counts.recall().value(), counts.recall().interval()) +
         cell(counts.f1(), counts.f1_interval());
}

std::string table(const std::string& head, const std::string& rows) {
  // A box that scrolls must be reached without a mouse, too.
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"table\"><table><thead><tr>" +
         head + "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string head_of(const std::vector<std::string>& names) {
  std::string head;
  for (const std::string& name : names) head += "<th>" + html_escaped(name) + "</th>";
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

std::string measure_plot(const EvalMeasure& measure) {
  Plot plot{.title = measure.name,
            .x_name = measure.at_most ? "at most, bits" : "at least",
            .x_low = measure.points.front().threshold,
            .x_high = measure.points.back().threshold,
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

std::string trade_plot(const EvalReport& report) {
  Plot plot{
      .title = "precision by recall", .x_name = "recall", .x_low = 0, .x_high = 1, .lines = {}};
  for (const EvalMeasure& measure : report.measures) {
    PlotLine line{measure.name, {}};
    for (const ThresholdPoint& point : measure.points) {
      const auto recall = point.counts.recall().value();
      const auto precision = point.counts.precision().value();
      if (!recall || !precision) continue;
      line.points.push_back({*recall, precision, *precision, *precision});
    }
    std::sort(line.points.begin(), line.points.end(), [](const PlotPoint& a, const PlotPoint& b) {
      return std::pair(a.x, *a.y) < std::pair(b.x, *b.y);
    });
    plot.lines.push_back(std::move(line));
  }
  return svg_of(plot);
}

std::string curves_plot(const EvalReport& report) {
  Plot plot{.title = "share that becomes a candidate, by resemblance",
            .x_name = "resemblance",
            .x_low = report.curves.front().bins.front().low,
            .x_high = 1,
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
            counts_cells(point.counts) + "</tr>\n";
  }
  std::string text = "<h2>" + html_escaped(measure.name) + "</h2><p class=\"note\">" +
                     html_escaped(measure.about) + "</p>\n";
  if (!measure.note.empty()) text += "<p class=\"note\">" + html_escaped(measure.note) + "</p>\n";
  return text + table(counts_head("threshold"), rows);
}

std::string channels_table(const EvalReport& report) {
  std::string rows;
  for (const ChannelRecall& channel : report.channels) {
    rows += "<tr>" + cell(channel.name) + cell(human_count(channel.found.part)) +
            cell(human_count(channel.found.whole)) +
            cell(channel.found.value(), channel.found.interval()) +
            cell(channel.candidates ? human_count(*channel.candidates) : "") + "</tr>\n";
  }
  return "<h2>candidates</h2><p class=\"note\">How many of the true pairs each channel "
         "finds.</p>\n" +
         table(head_of({"channel", "found", "of", "recall", "all candidates"}), rows);
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
         table(head_of(names), rows);
}

// What else is known of a profile stands below the table: as a column it would be cut off.
std::string removals_table(const EvalReport& report) {
  std::string rows;
  std::string notes;
  for (const EvalRemovals& removals : report.removals) {
    rows += "<tr>" + cell(removals.profile) + counts_cells(removals.counts) + "</tr>\n";
    notes += "<p class=\"note\"><b>" + html_escaped(removals.profile) +
             "</b>: " + html_escaped(removals_text(removals)) + "</p>\n";
  }
  return "<h2>removals</h2><p class=\"note\">" + html_escaped(report.removals_about) + "</p>\n" +
         table(counts_head("profile"), rows) + notes;
}

}  // namespace

std::string to_html(const EvalReport& report) {
  std::string page = kHead;
  page += "<h1>facsim eval</h1><p>" + html_escaped(report.truth) + ".</p><p class=\"note\">" +
          human_count(report.pages) + " pages, " + human_count(report.pages_too_short) +
          " too short to judge; " + human_count(report.pairs_true) + " true pairs, " +
          human_count(report.pairs_false) + " others; recipe " + html_escaped(report.recipe) +
          " (" + report.recipe_id + "); facsim " + html_escaped(report.version) +
          ". In brackets and as bands: 95 % intervals.</p>\n";
  for (const std::string& note : report.notes) {
    page += "<p class=\"note\">" + html_escaped(note) + "</p>\n";
  }
  page += "<div class=\"plots\">\n";
  for (const EvalMeasure& measure : report.measures) {
    if (measure.points.size() > 1) page += measure_plot(measure);
  }
  if (!report.measures.empty()) page += trade_plot(report);
  if (!report.curves.empty()) page += curves_plot(report);
  page += "</div>\n";
  if (!report.removals.empty()) page += removals_table(report);
  if (!report.channels.empty()) page += channels_table(report);
  if (!report.curves.empty()) page += curves_table(report);
  for (const EvalMeasure& measure : report.measures) page += measure_table(measure);
  return page + "</body></html>\n";
}

}  // namespace facsim
