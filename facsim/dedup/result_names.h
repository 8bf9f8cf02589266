// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the files of a result folder are called.

#include <cstdint>
#include <string>
#include <vector>

namespace facsim {

inline constexpr const char* kSkippedName = "skipped.jsonl";
inline constexpr const char* kRevisitsName = "revisits.jsonl";
inline constexpr const char* kDuplicatesTable = "duplicates.parquet";
inline constexpr const char* kReportedTable = "reported.parquet";
inline constexpr const char* kClustersTable = "clusters.parquet";
inline constexpr const char* kMatchesName = "matches.facsim";
inline constexpr const char* kDecisionsName = "decisions.tsv";  // dedup/matches/decisions.h

inline constexpr std::uint64_t kDecisionsBytesMax = std::uint64_t{1} << 30;

// The files that a run may write beside the copies.
extern const std::vector<std::string> kResultReports;

}  // namespace facsim
