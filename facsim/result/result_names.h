// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the files of a result folder are called.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// The file that makes a folder a result: the last one that a change puts in its place, so that with
// it the result is whole.
inline constexpr const char* kSummaryName = "summary.json";

// Rows, and the same as tables.
inline constexpr const char* kDuplicatesName = "duplicates.jsonl";
inline constexpr const char* kReportedName = "reported.jsonl";
inline constexpr const char* kClustersName = "clusters.jsonl";
inline constexpr const char* kSkippedName = "skipped.jsonl";
inline constexpr const char* kRevisitsName = "revisits.jsonl";
inline constexpr const char* kAnnotationsName = "annotations.jsonl";
inline constexpr const char* kDuplicatesTable = "duplicates.parquet";
inline constexpr const char* kReportedTable = "reported.parquet";
inline constexpr const char* kClustersTable = "clusters.parquet";

// The kept ones of files that are a page each, a line each; those whose names have a line break.
inline constexpr const char* kKeptName = "kept.txt";
inline constexpr const char* kKeptNulName = "kept.nul";

inline constexpr const char* kMatchesName = "matches.facsim";
inline constexpr const char* kDecisionsName = "decisions.tsv";  // dedup/matches/decisions.h
inline constexpr std::uint64_t kDecisionsBytesMax = std::uint64_t{1} << 30;

// All files that a run may write beside the copies. No copy may have such a name.
inline constexpr std::array<std::string_view, 14> kReportNames = {
    kSummaryName,  kDuplicatesName,  kReportedName,    kClustersName,  kSkippedName,
    kRevisitsName, kAnnotationsName, kDuplicatesTable, kReportedTable, kClustersTable,
    kKeptName,     kKeptNulName,     kMatchesName,     kDecisionsName};

// The same, for ResultFolder::commit().
[[nodiscard]] std::vector<std::string> report_names();

}  // namespace facsim
