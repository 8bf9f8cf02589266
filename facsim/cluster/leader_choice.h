// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of the kept pages that a page matches does it join? The choice inside the leader rule
// (leader_rule.h), for whoever meets the kept pages one by one.

#include <cstdint>
#include <optional>

#include "facsim/cluster/candidate_graph.h"
#include "facsim/model/match.h"

namespace facsim {

// The larger of the two shares: of the page in the other, of the other in the page.
[[nodiscard]] double larger_containment(const Match& match) noexcept;

// Whether a page goes for such a match.
[[nodiscard]] bool joins(const Match& match, const LeaderOptions& options) noexcept;

// The page that is resembled most (by agreement where that was measured) of those that may be
// joined, else the one with the larger containment; of equals the first that was offered.
class LeaderChoice {
 public:
  explicit LeaderChoice(const LeaderOptions& options) : options_(options) {}

  // Candidates are offered in keep order, each with its match. False: no later one can be chosen.
  bool offer(std::uint64_t candidate, const Match& match) noexcept;

  // Nothing where no candidate was offered.
  [[nodiscard]] std::optional<std::uint64_t> chosen() const noexcept { return chosen_; }
  // Whether the page joins the chosen one; else it only shares a part with it.
  [[nodiscard]] bool is_joining() const noexcept { return is_joining_; }
  [[nodiscard]] const Match& match() const noexcept { return match_; }

 private:
  LeaderOptions options_;
  std::optional<std::uint64_t> chosen_;
  bool is_joining_ = false;
  Match match_;
};

}  // namespace facsim
