// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is said of a corpus: which prefixes of URLs hold the same pages, and which rewrites of URLs
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

// Two prefixes "HOST/PATH/", of hosts where the path is "/".
struct MirrorPair {
  std::array<std::string, 2> prefixes;
  std::uint32_t group = 0;              // pairs that share a prefix are of one group, from 1
  std::uint64_t support = 0;            // different contents that both hold
  std::array<CountedShare, 2> pages;    // of each side: those with a copy on the other
  std::array<CountedShare, 2> content;  // the same of different contents
  CountedShare same_path;               // of pairs at one path below both: those that are copies
  std::vector<UrlPair> examples;
};

struct LearnedRule {
  UrlRule rule;
  std::uint64_t urls = 0;     // that it changes
  CountedShare precision;     // of pairs that it makes one: those that are copies
  CountedShare seen_targets;  // of these URLs: what becomes a URL that was seen, too
  std::uint64_t sites = 0;    // that gave such copies
  double sample = 1;          // the share of its pairs that was looked at
  std::vector<UrlPair> examples;
};

struct MirrorReport {
  std::uint64_t pages = 0;                         // with a URL that can be rewritten
  std::array<std::uint64_t, kUrlSkips> skipped{};  // and without, by why
  std::uint64_t urls = 0;                          // different ones
  std::uint64_t copies = 0;                        // of them: whose content has another URL too
  double sample = 1;                // share of contents among whose URLs candidates were looked for
  bool truncated = false;           // the corpus has more pages than were read
  std::vector<MirrorPair> mirrors;  // largest support first
  std::vector<std::vector<std::string>> groups;  // prefixes, the one that rules keep first
  std::vector<LearnedRule> rules;                // in the order in which they were found
  // What all rules together do to this corpus.
  std::uint64_t urls_merged = 0;        // so many URLs fewer
  std::uint64_t urls_merged_wrong = 0;  // of them: onto one with another content
};

}  // namespace facsim
