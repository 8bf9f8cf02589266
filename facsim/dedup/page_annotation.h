// SPDX-License-Identifier: Apache-2.0
#pragma once
// What annotating says of a page.

#include <cstdint>
#include <optional>

#include "facsim/dedup/decided_corpus.h"
#include "facsim/page/name_match.h"
#include "facsim/report/annotation.h"

namespace facsim {

// `row` is the page's.
[[nodiscard]] Annotation annotation_of(const DecidedCorpus& pages, std::uint32_t page,
                                       const PageRow& row);

// The words of two pages that nothing but their names keeps apart; views into the rows. `match` is
// what was reported of them.
[[nodiscard]] std::optional<NameMatch> names_alone(const PageRow& page, const PageRow& other,
                                                   const Match& match, const Profile& profile);

}  // namespace facsim
