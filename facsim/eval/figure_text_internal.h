// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formats numbers for the outputs of an evaluation.

#include <cstdint>
#include <optional>
#include <string>

#include "facsim/eval/report.h"

namespace facsim {

// ".9950", "1.0000", "-     " if unknown.
[[nodiscard]] std::string ratio_text(const std::optional<double>& ratio);
// "[.994,.996]", or blanks of that length if unknown.
[[nodiscard]] std::string interval_text(const std::optional<Interval>& interval);
// As short as possible: 0.8, 16.
[[nodiscard]] std::string threshold_text(double threshold);
// Six decimals; empty if unknown.
[[nodiscard]] std::string exact_text(const std::optional<double>& value);
// "resemblance >= 0.8; 1,934 removed, bad 0, ...": what the other counts do not show.
[[nodiscard]] std::string removals_text(const EvalRemovals& removals);
[[nodiscard]] std::optional<double> a_page(std::uint64_t candidates, std::uint64_t pages);

}  // namespace facsim
