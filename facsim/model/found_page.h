// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answer of the content-seen test (Heydon and Najork, Mercator, World Wide Web 1999): a page
// that was there before.

#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/page_name.h"

namespace facsim {

// A page of the index that is near to the one that was asked for, or repeated by it.
struct FoundPage {
  PageName page;      // id, URL, and where it stood: file and offset
  int distance = -1;  // of the fingerprints, in bits; -1 where one page has none
  // What the page that was asked for is to this one, by digest or sketch; nothing: they are near,
  // but no duplicates.
  std::optional<Match> match = {};
};

}  // namespace facsim
