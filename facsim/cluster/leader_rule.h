// SPDX-License-Identifier: Apache-2.0
#pragma once
// Who belongs together, and who stays? The leader rule.
//
// Pages are visited in keep order. A page that verifies against kept pages joins the one that it
// resembles most (by agreement where that was measured; ties: the earliest); else it is kept.
// Nothing chains: a member always verifies against its own representative. The result depends on
// the matches and the order only.
//
// Kept pages are met through shared groups. Crowded groups would make that quadratic, so a group
// remembers its last `kept_per_group_max` kept pages, and a page asks at most
// `candidates_per_page_max` of them, those sharing most groups first (ties: the earliest); an
// answer that was cut short says `truncated`.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "facsim/model/decision.h"
#include "facsim/model/match.h"

namespace facsim {

// Pages 0..n-1 in keep order. Page i is in the groups groups[first[i]] .. groups[first[i + 1] - 1],
// each named once and below group_count; `first` has n + 1 entries, or none where n is 0.
struct CandidateGraph {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> groups;
  std::uint32_t group_count = 0;
  // So many of the first pages were kept before: nothing is asked of them.
  std::uint32_t kept_before = 0;
};

// Both limits are at least 1 (Error{invalid_argument} otherwise).
struct LeaderOptions {
  // A match of these kinds makes a page join; one of another kind is only reported.
  Kinds joining = {Kind::exact, Kind::content};
  // One of layout or partial only if so much of the page stands in the other.
  double min_containment_to_join = 0;
  std::uint32_t kept_per_group_max = 1000;
  std::uint32_t candidates_per_page_max = 1000;
};

// judge(page, kept) verifies a pair; nothing if they do not match. Called only for pairs in which
// `kept` was kept, at most once a pair. Among related pages the one with the larger containment
// (either way) is named, ties: the earliest. Likenesses are compared as they are, without
// tolerance.
using Judge = std::function<std::optional<Match>(std::uint32_t page, std::uint32_t kept)>;

// The larger of the two shares: of the page in the other, of the other in the page.
[[nodiscard]] double larger_containment(const Match& match) noexcept;

// Whether a page goes for such a match.
[[nodiscard]] bool joins(const Match& match, const LeaderOptions& options) noexcept;

[[nodiscard]] std::vector<Decision> apply_leader_rule(const CandidateGraph& graph,
                                                      const Judge& judge,
                                                      const LeaderOptions& options);

}  // namespace facsim
