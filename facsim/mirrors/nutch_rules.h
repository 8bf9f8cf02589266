// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rules as Apache Nutch reads them: conf/regex-normalize.xml of its plugin urlnormalizer-regex.
//
// That file has patterns and substitutions of java.util.regex, which are applied one after the
// other to URLs that Nutch has normalised itself. A pattern of ours changes one place of a URL;
// what stands there several times needs several passes. What no pattern can say (order of
// parameters, case) is counted in a comment.

#include <string>
#include <vector>

#include "facsim/mirrors/url_rule.h"

namespace facsim {

[[nodiscard]] std::string nutch_rules(const std::vector<UrlRule>& rules);

}  // namespace facsim
