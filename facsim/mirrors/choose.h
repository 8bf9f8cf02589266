// SPDX-License-Identifier: Apache-2.0
#pragma once
// Selects the candidates that are good enough and that no other one explains.
//
// Pure functions over counts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "facsim/mirrors/evidence.h"
#include "facsim/mirrors/mirror_options.h"
#include "facsim/mirrors/mirror_report.h"
#include "facsim/mirrors/rule_candidates.h"

namespace facsim {

// A rule with evidence from fewer contents shows only that these are alike.
inline constexpr std::uint64_t kContentsMin = 3;
// A rule holds for all sites if at least this many confirm it.
inline constexpr std::uint64_t kSitesMin = 3;
inline constexpr std::size_t kExamplesTold = 3;

struct CountedPrefixes {
  PrefixCandidate candidate;
  PrefixCounts counts;
  RuleCounts moved;                      // of the rule that moves the second prefix to the first
  std::array<std::uint64_t, 2> pages{};  // all pages below each
};

struct CountedRule {
  RuleCandidate candidate;
  RuleCounts counts;
};

// True if most of the pairs that contradict the rule have one value or are in one part of a site,
// where the rule is mostly wrong: it would lose all pages of that part, though it holds elsewhere.
[[nodiscard]] inline bool is_wrong_somewhere(const RuleCounts& counts) noexcept {
  return counts.gathered.part > 0 && counts.gathered.part * 2 >= counts.gathered.whole;
}

[[nodiscard]] UrlRule move_rule(const std::string& from, const std::string& to);

// Appends the new pairs to `mirrors`; returns the rules that lead to the prefix of a group that has
// most pages.
[[nodiscard]] std::vector<LearnedRule> choose_mirrors(std::vector<CountedPrefixes> counted,
                                                      const MirrorOptions& options,
                                                      std::vector<MirrorPair>& mirrors);

// Returns the rules that hold and that neither `known` nor a better one already covers.
[[nodiscard]] std::vector<LearnedRule> choose_rules(std::vector<CountedRule> counted,
                                                    const std::vector<UrlRule>& known,
                                                    const MirrorOptions& options);

// Numbers the groups of pairs; returns the prefixes of each, first the one that no rule moves.
[[nodiscard]] std::vector<std::vector<std::string>> make_groups(
    std::vector<MirrorPair>& mirrors, const std::vector<LearnedRule>& rules);

}  // namespace facsim
