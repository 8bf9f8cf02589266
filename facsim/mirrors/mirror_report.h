// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mirrors of a corpus: which prefixes of URLs hold the same pages, and which rewrites of URLs
// lead to copies. Plain values.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "facsim/mirrors/share.h"
#include "facsim/mirrors/url_rule.h"

namespace facsim {

using UrlPair = std::pair<std::string, std::string>;

// Two prefixes "HOST/PATH/"; the path is "/" for a whole host.
struct MirrorPair {
  std::array<std::string, 2> prefixes;
  std::uint32_t group = 0;              // pairs that share a prefix are in one group, from 1
  std::uint64_t support = 0;            // different contents that both hold
  std::array<CountedShare, 2> pages;    // of each side: those with a copy on the other
  std::array<CountedShare, 2> content;  // the same for different contents
  CountedShare same_path;               // of the pairs at one path below both: the copies
  std::vector<UrlPair> examples;
};

struct LearnedRule {
  UrlRule rule;
  std::uint64_t urls = 0;     // number of URLs that it changes
  CountedShare precision;     // of the pairs that it merges, those that are copies
  CountedShare seen_targets;  // of these URLs, those whose result is the URL of a page, too
  std::uint64_t sites = 0;    // number of sites that gave such copies
  double sample = 1;          // the share of its pairs that was examined
  std::vector<UrlPair> examples;
};

struct MirrorReport {
  std::uint64_t pages = 0;                         // with a URL that can be rewritten
  std::array<std::uint64_t, kUrlSkips> skipped{};  // and of the others, by reason
  std::uint64_t urls = 0;                          // number of different ones
  std::uint64_t copies = 0;                        // of them: whose content has another URL, too
  double sample = 1;                // share of contents among whose URLs candidates were searched
  bool truncated = false;           // the corpus has more pages than were read
  std::vector<MirrorPair> mirrors;  // largest support first
  std::vector<std::vector<std::string>> groups;  // prefixes; first the one that rules keep
  std::vector<LearnedRule> rules;                // in the order in which they were found
  // The effect of all rules together on this corpus.
  std::uint64_t urls_merged = 0;        // by how many the URLs decreased
  std::uint64_t urls_merged_wrong = 0;  // of them: merged into a URL with another content
};

}  // namespace facsim
