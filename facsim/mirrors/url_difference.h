// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the rewrites that could turn one URL into the other.
//
// The candidates of DUST (Bar-Yossef, Keidar, Schonfeld, "Do not crawl in the DUST", WWW 2007,
// section 4: substrings that replace one another) in the terms of URL parts, as in Dasgupta, Kumar,
// Sasturkar, "De-duping URLs via rewrite rules", KDD 2008: differences are identified by host,
// segment or parameter. Pure functions; any thread.

#include <string>
#include <utility>
#include <vector>

#include "facsim/mirrors/url_rule.h"
#include "facsim/mirrors/web_url.h"

namespace facsim {

// Returns rules that name their site. Empty if the two URLs differ in more than one way.
[[nodiscard]] std::vector<UrlRule> rules_between(const WebUrl& a, const WebUrl& b);

// Returns the highest pair of prefixes below which both have the same rest, ascending; empty if the
// rest is empty, or one prefix is below the other.
[[nodiscard]] std::pair<std::string, std::string> prefixes_between(const WebUrl& a,
                                                                   const WebUrl& b);

}  // namespace facsim
