// SPDX-License-Identifier: Apache-2.0
#pragma once
// What annotating writes about a page: the common source of the member "facsim" of JSON records, of
// rows of annotations.jsonl, of the struct column of Parquet copies and of Python's annotate().

#include <cstdint>
#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/own_words.h"
#include "facsim/model/page_name.h"

namespace facsim {

struct Annotation {
  bool removed = false;  // with --mode annotate: it would be removed
  // For a removed page its representative, for a kept one itself if others repeat it.
  std::optional<PageName> cluster = {};
  // For a removed page its representative, for a kept one the page whose part it repeats. Set only
  // together with `match`.
  std::optional<PageName> other = {};
  std::optional<Match> match = {};
  std::uint16_t status = 0;  // of the page's HTTP answer; 0 if unknown
  OwnWords words = {};       // for a kept page, as in its row of reported.jsonl
};

}  // namespace facsim
