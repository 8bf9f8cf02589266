// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which rewrites and which pairs of prefixes are worth a count over all pages?
//
// Pairs of copies propose them: all pairs of a content with few URLs, neighbours in three orders of
// one with many. Only what is proposed often enough is kept, and of that the most frequent.
// Cost: some 3 us a pair; 16 MB, and what is kept.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/mirrors/mirror_report.h"
#include "facsim/mirrors/url_normalizer.h"
#include "facsim/mirrors/url_rule.h"

namespace facsim {

inline constexpr std::size_t kExamplesKept = 8;

struct RuleCandidate {
  UrlRule rule;
  std::uint64_t found = 0;  // pairs that propose it
  std::vector<UrlPair> examples;
  bool is_other_way = false;  // a replacement that no pair proposed, but the same turned round
};

struct PrefixCandidate {
  std::pair<std::string, std::string> prefixes;  // ascending
  std::uint64_t found = 0;                       // contents that propose it
  std::vector<UrlPair> examples;
};

struct MirrorCandidates {
  std::vector<RuleCandidate> rules;  // most frequent first, then replacements turned round
  std::vector<PrefixCandidate> prefixes;
};

struct CandidateLimits {
  std::uint64_t found_min = 5;
  std::size_t rules_max = 1000;  // and as many of one value of a parameter
  std::size_t prefixes_max = 1000;
};

// `copies`: URLs of one content each. What `known` makes one proposes nothing.
[[nodiscard]] MirrorCandidates find_candidates(
    const std::vector<std::vector<std::string_view>>& copies, const UrlNormalizer& known,
    const CandidateLimits& limits);

}  // namespace facsim
