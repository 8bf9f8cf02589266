// SPDX-License-Identifier: Apache-2.0
#pragma once
// Precision, recall and F1, with their uncertainty.
//
// The interval of a share is Wilson's score interval (JASA 1927), 95 percent by default. F1 depends
// only on s = tp / (tp + fp + fn), F1 = 2s / (1 + s), and grows with it; so its interval is
// Wilson's for s, with both ends mapped by that formula. Both assume that pairs are independent
// draws. Versions of one page are not, so with few pages behind many pairs the truth is less
// certain than the intervals suggest. A figure that was never counted is unknown, not 0.

#include <cstdint>
#include <optional>

namespace facsim {

struct Interval {
  double low = 0;
  double high = 0;
};

// The two-sided quantile of the normal distribution for 95 percent.
inline constexpr double kNormal95 = 1.959963984540054;

// std::nullopt if `whole` is 0. `part` is at most `whole`, `quantile` at least 0.
[[nodiscard]] std::optional<Interval> wilson(std::uint64_t part, std::uint64_t whole,
                                             double quantile = kNormal95) noexcept;

struct Share {
  std::uint64_t part = 0;
  std::uint64_t whole = 0;
  [[nodiscard]] std::optional<double> value() const noexcept;
  [[nodiscard]] std::optional<Interval> interval() const noexcept;
};

// The outcomes of a rule on pairs (or pages) whose truth is known.
struct EvalCounts {
  std::uint64_t right = 0;   // true positives
  std::uint64_t wrong = 0;   // false positives
  std::uint64_t missed = 0;  // false negatives

  [[nodiscard]] Share precision() const noexcept { return {right, right + wrong}; }
  [[nodiscard]] Share recall() const noexcept { return {right, right + missed}; }
  // std::nullopt if there was nothing to find and nothing was found.
  [[nodiscard]] std::optional<double> f1() const noexcept;
  [[nodiscard]] std::optional<Interval> f1_interval() const noexcept;
  friend bool operator==(const EvalCounts&, const EvalCounts&) = default;
};

}  // namespace facsim
