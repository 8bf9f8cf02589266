// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page of the store that the one that is asked for may repeat.

#include <cstdint>
#include <optional>

#include "facsim/model/match.h"
#include "facsim/page/page_facts.h"
#include "facsim/seen/store_turns.h"

namespace facsim {

struct StoreTurns::Candidate {
  std::uint64_t row = 0;
  std::uint64_t ticket = 0;
  std::uint64_t cluster = 0;  // row of its representative
  std::uint32_t rank = 1;
  const PageFacts* facts = nullptr;  // nothing: it is judged already
  std::int64_t first_seen_ms = 0;    // of pages that are looked at for their name
  std::optional<Match> match = {};
  std::optional<double> layout = {};
  int distance = -1;
  std::optional<double> resemblance = {};
};

}  // namespace facsim
