// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the files of a result folder into a review (model/review.h).

#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/review.h"

namespace facsim {

// Reads summary.json. Throws Error{not_found} if the folder has none, Error{damaged} if facsim did
// not write it that way.
[[nodiscard]] ReviewOverview read_overview(const std::string& folder);

// Parse a row of duplicates.jsonl or reported.jsonl, of clusters.jsonl, of skipped.jsonl. Names are
// texts as in the row. Return std::nullopt if the line is not such a row. `likeness` is not set.
[[nodiscard]] std::optional<ReviewPair> review_pair(std::string_view line);
[[nodiscard]] std::optional<ReviewCluster> review_cluster(std::string_view line);

}  // namespace facsim
