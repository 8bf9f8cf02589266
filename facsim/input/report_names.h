// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that a run may write beside the copies. No copy may have such a name.

#include <array>
#include <string_view>
#include <vector>

#include "facsim/files/summary_name.h"
#include "facsim/input/input_files.h"

namespace facsim {

inline constexpr std::array<std::string_view, 14> kReportNames = {
    "duplicates.jsonl", "reported.jsonl",  "clusters.jsonl", "annotations.jsonl",
    kSummaryName,       "kept.txt",        "kept.nul",       "skipped.jsonl",
    "revisits.jsonl",   "matches.facsim",  "decisions.tsv",  "duplicates.parquet",
    "reported.parquet", "clusters.parquet"};

// For runs that write copies. Throws Error{already_exists} where a copy would have such a name.
void refuse_report_names(const std::vector<InputFile>& files);

}  // namespace facsim
