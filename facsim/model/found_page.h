// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answer of the content-seen test (Heydon and Najork, Mercator, World Wide Web 1999): an
// earlier page.

#include <optional>

#include "facsim/model/match.h"
#include "facsim/model/page_name.h"

namespace facsim {

// A page of the index that the queried page repeats or is near to.
struct FoundPage {
  PageName page;      // id, URL, and its location: file and offset
  int distance = -1;  // of the fingerprints, in bits; -1 if one page has none
  // How the queried page repeats this one, by digest or sketch; std::nullopt: they are near, but
  // not duplicates.
  std::optional<Match> match = {};
};

}  // namespace facsim
