// SPDX-License-Identifier: Apache-2.0
#pragma once
// The file that makes a folder a result.

namespace facsim {

// The last one that a change puts in its place: with it the result is whole.
inline constexpr const char* kSummaryName = "summary.json";

}  // namespace facsim
