// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why text of a page was left out of what is judged, and what two such parts say of their pages.
// page/coverage.h has the rules.

#include <cstdint>
#include <string_view>

namespace facsim {

// Numbers of rows, indexes and stores; names are those of results.
enum class LeftOut : std::uint8_t {
  nothing = 0,
  named = 1,      // visible, but by class, element or place not main text
  hidden = 2,     // an attribute or a style hides it
  bare = 3,       // characters that make no unit
  undecoded = 4,  // letters that could not be decoded, or what a limit cut off
};
inline constexpr int kLeftOutCount = 5;

[[nodiscard]] std::string_view name_of(LeftOut why) noexcept;

struct LeftOutMatch {
  double resemblance = 0;  // 0..1, of the parts left out, by their sketches
  double differing = 0;  // of both, on average, what the other has not: in parts of the judged text
  bool are_two = false;  // then they are no duplicates, whatever their judged texts say

  static constexpr double kResemblanceMin = 0.5;
  static constexpr double kDifferingMax = 0.5;
  static constexpr double kNearlyAll = 0.9;  // whatever still differs
};

}  // namespace facsim
