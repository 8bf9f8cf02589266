// SPDX-License-Identifier: Apache-2.0
#pragma once
// What annotating says of a page.

#include <cstdint>
#include <optional>

#include "facsim/dedup/decided_corpus.h"

namespace facsim {

struct PageAnnotation {
  std::optional<PageName> cluster;  // nothing: the page is kept and nobody repeats it
  std::optional<Match> match;       // of a removed page
};

// `row` is the page's.
[[nodiscard]] PageAnnotation annotation_of(const DecidedCorpus& pages, std::uint32_t page,
                                           const PageRow& row);

}  // namespace facsim
