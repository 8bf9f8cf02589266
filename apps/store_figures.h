// SPDX-License-Identifier: Apache-2.0
#pragma once
// The figures of copies in `facsim store stats`.

#include <cstdint>
#include <string>

#include "apps/json.h"
#include "facsim/model/uncrawled.h"
#include "facsim/upkeep/copy_figures.h"

namespace facsim {

[[nodiscard]] OrderedJson largest_clusters_json(const CopyFigures& figures);
[[nodiscard]] OrderedJson hosts_by_copies_json(const CopyFigures& figures, std::size_t most);
[[nodiscard]] OrderedJson saved_json(const CopyFigures& figures, std::size_t most);

[[nodiscard]] OrderedJson uncrawled_members(const UncrawledFigures& figures);

// The figures in a whole object of `store stats`, as lines of tab-separated fields.
[[nodiscard]] std::string copies_text(const OrderedJson& stats);

}  // namespace facsim
