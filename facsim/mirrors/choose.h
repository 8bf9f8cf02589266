// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which candidates are good enough, and which of them does another one explain?
//
// Pure functions over what was counted.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "facsim/mirrors/evidence.h"
#include "facsim/mirrors/mirror_options.h"
#include "facsim/mirrors/mirror_report.h"
#include "facsim/mirrors/rule_candidates.h"

namespace facsim {

// Rules of which few contents tell say only that these are alike.
inline constexpr std::uint64_t kContentsMin = 3;
// A rule holds for all sites where so many say so.
inline constexpr std::uint64_t kSitesMin = 3;
inline constexpr std::size_t kExamplesTold = 3;

struct CountedPrefixes {
  PrefixCandidate candidate;
  PrefixCounts counts;
  RuleCounts moved;                      // of the rule that moves the second prefix to the first
  std::array<std::uint64_t, 2> pages{};  // below each, all
};

struct CountedRule {
  RuleCandidate candidate;
  RuleCounts counts;
};

// Most of the pairs that speak against the rule are of one value or in one part of a site, where it
// is mostly wrong: it holds elsewhere, and would lose all that is there.
[[nodiscard]] inline bool is_wrong_somewhere(const RuleCounts& counts) noexcept {
  return counts.gathered.part > 0 && counts.gathered.part * 2 >= counts.gathered.whole;
}

[[nodiscard]] UrlRule move_rule(const std::string& from, const std::string& to);

// Appends the new pairs to `mirrors`; returns the rules that lead to the prefix of a group that has
// most pages.
[[nodiscard]] std::vector<LearnedRule> choose_mirrors(std::vector<CountedPrefixes> counted,
                                                      const MirrorOptions& options,
                                                      std::vector<MirrorPair>& mirrors);

// Those that hold and that do what neither `known` nor a better one does.
[[nodiscard]] std::vector<LearnedRule> choose_rules(std::vector<CountedRule> counted,
                                                    const std::vector<UrlRule>& known,
                                                    const MirrorOptions& options);

// Numbers the groups of pairs; returns the prefixes of each, first the one that no rule moves.
[[nodiscard]] std::vector<std::vector<std::string>> make_groups(
    std::vector<MirrorPair>& mirrors, const std::vector<LearnedRule>& rules);

}  // namespace facsim
