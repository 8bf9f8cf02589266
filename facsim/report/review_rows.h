// SPDX-License-Identifier: Apache-2.0
#pragma once
// A result folder's files as a reviewer sees them (model/review.h).

#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/review.h"

namespace facsim {

// Of summary.json. Throws Error{not_found} where the folder has none, Error{damaged} where it is
// not as facsim writes it.
[[nodiscard]] ReviewOverview read_overview(const std::string& folder);

// Of a row of duplicates.jsonl or reported.jsonl, of clusters.jsonl, of skipped.jsonl. Names are
// texts as they stand in the row. Nothing for what is no such row. `likeness` is left alone.
[[nodiscard]] std::optional<ReviewPair> review_pair(std::string_view line);
[[nodiscard]] std::optional<ReviewCluster> review_cluster(std::string_view line);

}  // namespace facsim
