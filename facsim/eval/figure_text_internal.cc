// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/figure_text_internal.h"

#include <array>
#include <cstdio>

#include "facsim/base/human_text.h"

namespace facsim {
namespace {

std::string printed(const char* format, double value) {
  std::array<char, 40> text{};
  (void)std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

// Only a figure that is exactly 1 is shown as 1, and only 0 as 0.
std::string rounded(double ratio, const char* format, double step) {
  if (ratio < 1 && ratio > 1 - step / 2) ratio = 1 - step;
  if (ratio > 0 && ratio < step / 2) ratio = step;
  return printed(format, ratio);
}

}  // namespace

std::string ratio_text(const std::optional<double>& ratio) {
  return ratio ? rounded(*ratio, "%.4f", 1e-4) : "-     ";
}

std::string interval_text(const std::optional<Interval>& interval) {
  if (!interval) return std::string(13, ' ');
  return "[" + printed("%.3f", interval->low) + "," + printed("%.3f", interval->high) + "]";
}

std::string threshold_text(double threshold) { return printed("%g", threshold); }

std::string exact_text(const std::optional<double>& value) {
  if (!value) return "";
  std::string text = printed("%.6f", *value);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string removals_text(const EvalRemovals& removals) {
  std::string text = removals.rule + "; " + human_count(removals.removed) + " taken for duplicates";
  if (removals.bad) text += ", bad " + human_count(*removals.bad);
  text += "; " + human_count(removals.counts.right + removals.counts.missed) + " expected";
  if (removals.expected_short && *removals.expected_short > 0) {
    text += ", of which " + human_count(*removals.expected_short) + " are too short to judge";
  }
  if (removals.missed) {
    text += "; " + human_count(*removals.missed) + " kept that are as like an earlier kept page";
  }
  if (removals.alone) {
    text += "; each pair by itself: " + human_count(removals.alone->right) + " right, " +
            human_count(removals.alone->wrong) + " wrong, " + human_count(removals.alone->missed) +
            " missed, F1 " + ratio_text(removals.alone->f1());
  }
  return text;
}

std::optional<double> a_page(std::uint64_t candidates, std::uint64_t pages) {
  return Share{candidates, pages}.value();
}

}  // namespace facsim
