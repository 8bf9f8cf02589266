// SPDX-License-Identifier: Apache-2.0
#pragma once
// Chooses which of the matching kept pages a page joins: the choice inside the leader rule
// (leader_rule.h), for callers that find kept pages one by one.

#include <cstdint>
#include <optional>

#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/match.h"

namespace facsim {

// Returns the larger of the two shares: of the page in the other, of the other in the page.
[[nodiscard]] double larger_containment(const Match& match) noexcept;

// True if such a match makes the page join.
[[nodiscard]] bool joins(const Match& match, const LeaderOptions& options) noexcept;

// Chooses the page with the highest resemblance (agreement if it was measured) among those that may
// be joined, otherwise the one with the larger containment; ties: the first that was offered.
class LeaderChoice {
 public:
  explicit LeaderChoice(const LeaderOptions& options) : options_(options) {}

  // Candidates are offered in keep order, each with its match. False: no later one can be chosen.
  bool offer(std::uint64_t candidate, const Match& match) noexcept;

  // Returns nothing if no candidate was offered.
  [[nodiscard]] std::optional<std::uint64_t> chosen() const noexcept { return chosen_; }
  // True if the page joins the chosen one; otherwise it only shares a part with it.
  [[nodiscard]] bool is_joining() const noexcept { return is_joining_; }
  [[nodiscard]] const Match& match() const noexcept { return match_; }

 private:
  LeaderOptions options_;
  std::optional<std::uint64_t> chosen_;
  bool is_joining_ = false;
  Match match_;
};

}  // namespace facsim
