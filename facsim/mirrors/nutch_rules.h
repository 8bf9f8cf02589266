// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rules in the format of Apache Nutch: conf/regex-normalize.xml of its plugin urlnormalizer-regex.
//
// That file has patterns and substitutions of java.util.regex, which are applied one after the
// other to URLs that Nutch has normalised itself. A pattern made here changes one place of a URL;
// several occurrences need several passes. Rules that patterns cannot express (order of parameters,
// case) are counted in a comment.

#include <string>
#include <vector>

#include "facsim/mirrors/url_rule.h"

namespace facsim {

[[nodiscard]] std::string nutch_rules(const std::vector<UrlRule>& rules);

}  // namespace facsim
