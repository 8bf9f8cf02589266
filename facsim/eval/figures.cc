// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/figures.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace facsim {
namespace {

double f1_of_share(double share) { return 2 * share / (1 + share); }

}  // namespace

std::optional<Interval> wilson(std::uint64_t part, std::uint64_t whole, double quantile) noexcept {
  assert(part <= whole && "a part of a whole");
  if (whole == 0) return std::nullopt;
  const auto n = static_cast<double>(whole);
  const double share = static_cast<double>(part) / n;
  const double square = quantile * quantile;
  const double centre = share + square / (2 * n);
  const double half = quantile * std::sqrt(share * (1 - share) / n + square / (4 * n * n));
  const double scale = 1 + square / n;
  // At 0 and at all, the ends are set exactly, because rounding would leave a last digit.
  return Interval{part == 0 ? 0 : std::max(0.0, (centre - half) / scale),
                  part == whole ? 1 : std::min(1.0, (centre + half) / scale)};
}

std::optional<double> Share::value() const noexcept {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::optional<Interval> Share::interval() const noexcept { return wilson(part, whole); }

std::optional<double> EvalCounts::f1() const noexcept {
  const std::optional<double> share = Share{right, right + wrong + missed}.value();
  if (!share) return std::nullopt;
  return f1_of_share(*share);
}

std::optional<Interval> EvalCounts::f1_interval() const noexcept {
  const std::optional<Interval> share = wilson(right, right + wrong + missed);
  if (!share) return std::nullopt;
  return Interval{f1_of_share(share->low), f1_of_share(share->high)};
}

}  // namespace facsim
