// SPDX-License-Identifier: Apache-2.0
// Writes an evaluation as a table for a person, and as comma-separated values.

#include "facsim/base/human_text.h"
#include "facsim/eval/figure_text_internal.h"
#include "facsim/eval/report.h"

namespace facsim {
namespace {

constexpr std::size_t kNameColumns = 16;
constexpr std::size_t kCountColumns = 12;

std::string right_aligned(const std::string& text, std::size_t columns) {
  return text.size() < columns ? std::string(columns - text.size(), ' ') + text : text;
}

std::string left_aligned(std::string text, std::size_t columns) {
  text.append(text.size() < columns ? columns - text.size() : 1, ' ');
  return text;
}

std::string count_cell(std::uint64_t count) {
  return " " + right_aligned(human_count(count), kCountColumns - 1);
}

std::string cells(const std::optional<double>& value, const std::optional<Interval>& interval) {
  return "  " + ratio_text(value) + " " + interval_text(interval);
}

std::string text_counts_cells(const EvalCounts& counts) {
  return count_cell(counts.right) + count_cell(counts.wrong) + count_cell(counts.missed) +
         cells(counts.precision().value(), counts.precision().interval()) +
         cells(counts.recall().value(), counts.recall().interval()) +
         cells(counts.f1(), counts.f1_interval());
}

constexpr std::string_view kCountsHead =
    "       right       wrong      missed  precision           recall              F1\n";

void add_measure(const EvalMeasure& measure, std::string& text) {
  text += "\n" + measure.name + ": " + measure.about + "\n";
  if (!measure.note.empty()) text += "  (" + measure.note + ")\n";
  text += left_aligned("", kNameColumns).append(kCountsHead);
  for (const ThresholdPoint& point : measure.points) {
    text += left_aligned(std::string(measure.at_most ? "  <= " : "  >= ") +
                             threshold_text(point.threshold) + (point.is_best ? " *" : ""),
                         kNameColumns);
    text += text_counts_cells(point.counts) + "\n";
  }
}

void add_channels(const EvalReport& report, std::string& text) {
  text += "\ncandidates: how many of the true pairs each channel finds\n";
  text += left_aligned("", kNameColumns) +
          "       found          of  recall              all candidates    a page\n";
  for (const ChannelRecall& channel : report.channels) {
    text += left_aligned("  " + channel.name, kNameColumns) + count_cell(channel.found.part) +
            count_cell(channel.found.whole) +
            cells(channel.found.value(), channel.found.interval());
    if (channel.candidates) {
      text += right_aligned(human_count(*channel.candidates), 16) +
              right_aligned(ratio_text(a_page(*channel.candidates, report.pages)), 10);
    }
    text += "\n";
  }
}

void add_curves(const EvalReport& report, std::string& text) {
  if (report.curves.empty()) return;
  text += "\ncurves: the share that becomes a candidate, by resemblance, of " + report.bins_about +
          "\n" + left_aligned("  from", 10) + right_aligned("pairs", 10);
  for (const RecallCurve& curve : report.curves) text += right_aligned(curve.channel, 15);
  text += "\n";
  for (std::size_t bin = 0; bin < report.curves.front().bins.size(); ++bin) {
    const RecallBin& first = report.curves.front().bins[bin];
    if (first.found.whole == 0) continue;
    text += left_aligned("  " + threshold_text(first.low), 10) +
            right_aligned(human_count(first.found.whole), 10);
    for (const RecallCurve& curve : report.curves) {
      text += right_aligned(ratio_text(curve.bins[bin].found.value()), 15);
    }
    text += "\n";
  }
}

void add_removals(const EvalReport& report, std::string& text) {
  if (report.removals.empty()) return;
  text += "\nremovals: " + report.removals_about + "\n";
  text += left_aligned("", kNameColumns).append(kCountsHead);
  for (const EvalRemovals& removals : report.removals) {
    text += left_aligned("  " + removals.profile, kNameColumns) +
            text_counts_cells(removals.counts) + "\n    " + removals_text(removals) + "\n";
  }
}

std::string without_trailing_blanks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    while (c == '\n' && out.ends_with(' ')) out.pop_back();
    out += c;
  }
  return out;
}

// Returns a field of comma-separated values (RFC 4180).
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

std::string figures(const std::optional<double>& value, const std::optional<Interval>& interval) {
  const auto low = interval ? std::optional(interval->low) : std::nullopt;
  const auto high = interval ? std::optional(interval->high) : std::nullopt;
  return "," + exact_text(value) + "," + exact_text(low) + "," + exact_text(high);
}

std::string counts_fields(const EvalCounts& counts) {
  return "," + std::to_string(counts.right) + "," + std::to_string(counts.wrong) + "," +
         std::to_string(counts.missed) +
         figures(counts.precision().value(), counts.precision().interval()) +
         figures(counts.recall().value(), counts.recall().interval()) +
         figures(counts.f1(), counts.f1_interval());
}

// The fields of a figure that only has a recall.
std::string share_fields(const Share& share) {
  return "," + std::to_string(share.part) + ",," + std::to_string(share.whole - share.part) +
         ",,," + figures(share.value(), share.interval()) + ",,,";
}

}  // namespace

std::string to_text(const EvalReport& report) {
  std::string text = "truth: " + report.truth + "\n" + human_count(report.pages) + " pages, " +
                     human_count(report.pages_too_short) + " of them too short to judge; " +
                     human_count(report.pairs_true) + " true pairs, " +
                     human_count(report.pairs_false) + " others; recipe " + report.recipe + " (" +
                     report.recipe_id +
                     ")\nIn brackets the 95 % interval; - is unknown; * is the best F1 of its "
                     "measure.\n";
  for (const std::string& note : report.notes) text += note + "\n";
  for (const EvalMeasure& measure : report.measures) add_measure(measure, text);
  add_channels(report, text);
  add_curves(report, text);
  add_removals(report, text);
  return without_trailing_blanks(text);
}

std::string to_csv(const EvalReport& report) {
  std::string text =
      "part,name,low,high,right,wrong,missed,precision,precision_low,precision_high,recall,"
      "recall_low,recall_high,f1,f1_low,f1_high\n";
  for (const EvalMeasure& measure : report.measures) {
    for (const ThresholdPoint& point : measure.points) {
      const std::string threshold = exact_text(point.threshold);
      text += "measure," + measure.name +
              (measure.at_most ? ",," + threshold : "," + threshold + ",") +
              counts_fields(point.counts) + "\n";
    }
  }
  for (const ChannelRecall& channel : report.channels) {
    text += "channel," + field(channel.name) + ",," + share_fields(channel.found) + "\n";
  }
  for (const RecallCurve& curve : report.curves) {
    for (const RecallBin& bin : curve.bins) {
      text += "curve," + field(curve.channel) + "," + exact_text(bin.low) + "," +
              exact_text(bin.high) + share_fields(bin.found) + "\n";
    }
  }
  for (const EvalRemovals& removals : report.removals) {
    text += "removals," + field(removals.profile) + ",," + counts_fields(removals.counts) + "\n";
  }
  return text;
}

}  // namespace facsim
