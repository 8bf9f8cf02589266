// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the rewrites and the pairs of prefixes that are worth counting over all pages.
//
// Pairs of copies propose them: all pairs of a content with few URLs, neighbours in three orders of
// a content with many. Only frequent proposals are considered, and of these the most frequent.
// Cost: some 3 us a pair; 16 MB, and the stored candidates.

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
  bool is_other_way = false;  // a replacement that no pair proposed, only its reverse
};

struct PrefixCandidate {
  std::pair<std::string, std::string> prefixes;  // ascending
  std::uint64_t found = 0;                       // contents that propose it
  std::vector<UrlPair> examples;
};

struct MirrorCandidates {
  std::vector<RuleCandidate> rules;  // most frequent first, then reversed replacements
  std::vector<PrefixCandidate> prefixes;
};

struct CandidateLimits {
  std::uint64_t found_min = 5;
  std::size_t rules_max = 1000;  // and as many that drop one value of a parameter
  std::size_t prefixes_max = 1000;
};

// `copies`: the URLs of each content. URLs that `known` already merges propose nothing.
[[nodiscard]] MirrorCandidates find_candidates(
    const std::vector<std::vector<std::string_view>>& copies, const UrlNormalizer& known,
    const CandidateLimits& limits);

}  // namespace facsim
