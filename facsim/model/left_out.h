// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why text of a page was left out of what is judged, and how the left-out parts of two pages
// compare. page/coverage.h has the rules.

#include <cstdint>
#include <string_view>

namespace facsim {

// The numbers are stored in rows, indexes and stores; the names appear in results.
enum class LeftOut : std::uint8_t {
  nothing = 0,
  named = 1,      // visible, but not main text by its class, element or place
  hidden = 2,     // hidden by an attribute or a style
  bare = 3,       // characters that form no unit
  undecoded = 4,  // letters that could not be decoded, or text beyond a limit
};
inline constexpr int kLeftOutCount = 5;

[[nodiscard]] std::string_view name_of(LeftOut why) noexcept;

struct LeftOutMatch {
  double resemblance = 0;  // 0..1, of the left-out parts, by their sketches
  // The part of each that the other lacks, averaged over both, as a multiple of the judged text.
  double differing = 0;
  bool are_two = false;  // true: not duplicates, whatever their judged texts say

  static constexpr double kResemblanceMin = 0.5;
  static constexpr double kDifferingMax = 0.5;
  static constexpr double kNearlyAll = 0.9;  // whatever else differs
};

}  // namespace facsim
