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
  std::uint16_t status = 0;         // of the HTTP answer; 0: nobody says
};

// `row` is the page's.
[[nodiscard]] PageAnnotation annotation_of(const DecidedCorpus& pages, std::uint32_t page,
                                           const PageRow& row);

}  // namespace facsim
