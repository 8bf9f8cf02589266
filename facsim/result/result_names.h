// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of the files in a result folder.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// The file that makes a folder a result. A change of a result moves it into place last, so a new
// one is never there without the other new files.
inline constexpr const char* kSummaryName = "summary.json";

// Rows as JSON lines, and the same rows as tables.
inline constexpr const char* kDuplicatesName = "duplicates.jsonl";
inline constexpr const char* kReportedName = "reported.jsonl";
inline constexpr const char* kClustersName = "clusters.jsonl";
inline constexpr const char* kSkippedName = "skipped.jsonl";
inline constexpr const char* kRevisitsName = "revisits.jsonl";
inline constexpr const char* kAnnotationsName = "annotations.jsonl";
inline constexpr const char* kDuplicatesTable = "duplicates.parquet";
inline constexpr const char* kReportedTable = "reported.parquet";
inline constexpr const char* kClustersTable = "clusters.parquet";

// Lists of the kept files if each file is one page: one name a line. kept.nul has the same names,
// each ended by NUL; it is written only if a name has a line break.
inline constexpr const char* kKeptName = "kept.txt";
inline constexpr const char* kKeptNulName = "kept.nul";

inline constexpr const char* kMatchesName = "matches.facsim";
inline constexpr const char* kDecisionsName = "decisions.tsv";  // dedup/matches/decisions.h
inline constexpr std::uint64_t kDecisionsBytesMax = std::uint64_t{1} << 30;

// All files that a run may write besides the copies. No copy may have such a name.
inline constexpr std::array<std::string_view, 14> kReportNames = {
    kSummaryName,  kDuplicatesName,  kReportedName,    kClustersName,  kSkippedName,
    kRevisitsName, kAnnotationsName, kDuplicatesTable, kReportedTable, kClustersTable,
    kKeptName,     kKeptNulName,     kMatchesName,     kDecisionsName};

// The same names, for ResultFolder::commit().
[[nodiscard]] std::vector<std::string> report_names();

}  // namespace facsim
