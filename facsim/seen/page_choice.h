// SPDX-License-Identifier: Apache-2.0
#pragma once
// Chooses the known page that a queried page repeats, and explains why the others were not chosen.
//
// Pure functions: values in, values out, no rows and no locks.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/match.h"
#include "facsim/model/profile.h"
#include "facsim/model/seen_answer.h"
#include "facsim/seen/asked_page.h"

namespace facsim {

// A page of the store that the queried page may repeat.
struct KnownCandidate {
  std::uint64_t row = 0;
  std::uint64_t ticket = 0;          // of the change that wrote it; 0: it is sealed
  std::uint64_t cluster = 0;         // row of its representative
  std::uint32_t rank = 1;            // its rank in that cluster
  const StoredPage* page = nullptr;  // null: it is sealed and already judged
  std::optional<Match> match = {};
  std::optional<double> layout = {};
  int distance = -1;
  std::optional<double> resemblance = {};
  bool may_stand = true;  // may_stand_for() of page_facts.h
};

struct PageChoice {
  std::size_t candidate = 0;  // its index in the list
  Match match;
  std::optional<double> layout;
  bool is_joining = false;  // the queried page joins its cluster; false: it only shares a part
};

// Judges the candidates whose pages are given, and chooses the one that the queried page repeats;
// returns nothing if none matches. `only_joining` ignores pages that only share a part.
[[nodiscard]] std::optional<PageChoice> choose_page(const AskedPage& asked,
                                                    std::span<KnownCandidate> candidates,
                                                    const LeaderOptions& rule,
                                                    const Thresholds& thresholds,
                                                    bool only_joining);

// Appends to the answer why each candidate was not chosen: the best first, at most a hundred. Call
// it after choose_page() with the same arguments, when answer.page is set.
void explain_choice(const AskedPage& asked, std::span<const KnownCandidate> candidates,
                    const LeaderOptions& rule, const Thresholds& thresholds, SeenAnswer& answer);

}  // namespace facsim
