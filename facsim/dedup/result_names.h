// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the files of a result folder are called.

#include <string>
#include <vector>

namespace facsim {

inline constexpr const char* kSkippedName = "skipped.jsonl";
inline constexpr const char* kRevisitsName = "revisits.jsonl";
inline constexpr const char* kMatchesName = "matches.facsim";

// The files that a run may write beside the copies.
extern const std::vector<std::string> kResultReports;

}  // namespace facsim
