// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page of the store that the one that is asked for may repeat.

#include <cstdint>
#include <optional>

#include "facsim/base/error.h"
#include "facsim/model/match.h"
#include "facsim/seen/store_turns.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

// Rows wait for room on the disk. What was decided before is submitted all the same.
struct StoreTurns::NotSettled {
  Error why;
};

struct StoreTurns::Candidate {
  std::uint64_t row = 0;
  std::uint64_t ticket = 0;
  std::uint64_t cluster = 0;  // row of its representative
  std::uint32_t rank = 1;
  const StoredPage* page = nullptr;  // nothing: it is sealed, and judged already
  std::optional<Match> match = {};
  std::optional<double> layout = {};
  int distance = -1;
  std::optional<double> resemblance = {};
  bool may_stand = true;  // may_stand_for() of page_facts.h
};

}  // namespace facsim
