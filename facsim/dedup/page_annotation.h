// SPDX-License-Identifier: Apache-2.0
#pragma once
// The annotation of a page.

#include <cstdint>
#include <optional>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/page/name_match.h"
#include "facsim/report/annotation.h"

namespace facsim {

// `row` is the page's row.
[[nodiscard]] Annotation annotation_of(const DecidedCorpus& pages, std::uint32_t page,
                                       const PageRow& row);

// Returns the words of two pages that are kept apart by their names alone; views into the rows.
// `match` is their reported match.
[[nodiscard]] std::optional<NameMatch> names_alone(const PageRow& page, const PageRow& other,
                                                   const Match& match, const Profile& profile);

}  // namespace facsim
