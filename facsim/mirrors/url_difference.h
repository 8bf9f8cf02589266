// SPDX-License-Identifier: Apache-2.0
#pragma once
// By which rewrite could one URL have become the other?
//
// The candidates of DUST (Bar-Yossef, Keidar, Schonfeld, "Do not crawl in the DUST", WWW 2007,
// section 4: substrings that replace one another) in the terms of URL parts, as in Dasgupta, Kumar,
// Sasturkar, "De-duping URLs via rewrite rules", KDD 2008: what differs is named by host, segment
// or parameter. Pure functions; any thread.

#include <string>
#include <utility>
#include <vector>

#include "facsim/mirrors/url_rule.h"
#include "facsim/mirrors/web_url.h"

namespace facsim {

// Rules of one site name it. Empty where the two differ in more than one way.
[[nodiscard]] std::vector<UrlRule> rules_between(const WebUrl& a, const WebUrl& b);

// Prefixes below which both have the same rest: the highest such pair, ascending; empty where the
// rest is nothing, or one prefix lies below the other.
[[nodiscard]] std::pair<std::string, std::string> prefixes_between(const WebUrl& a,
                                                                   const WebUrl& b);

}  // namespace facsim
