// SPDX-License-Identifier: Apache-2.0
#pragma once
// A report and its rules as JSON, and rules read back from a file. docs/mirrors.md has the members.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/mirrors/mirror_report.h"

namespace facsim {

// Returns one line with at most `count_max` mirrors, groups and rules; `truncated` is true if there
// were more of them, or more pages than were read.
[[nodiscard]] std::string mirrors_json(const MirrorReport& report,
                                       std::size_t count_max = ~std::size_t{0});

inline constexpr std::string_view kRulesFormat = "facsim url rules";
inline constexpr int kRulesVersion = 1;
inline constexpr std::size_t kUrlRulesMax = 100'000;
inline constexpr std::size_t kUrlRulesBytesMax = std::size_t{64} << 20;  // of a file of rules
// Returns the file of --rules: one rule on each line, readable and suitable for diff.
[[nodiscard]] std::string rules_file(const MirrorReport& report);
// Reads what rules_file() or a person wrote. `where` is its name in errors. Throws Error{damaged}
// that names the rule and its line, Error{unsupported} for another format, a newer version, or an
// unknown kind or member of a rule, and Error{invalid_argument} for more than kUrlRulesMax rules.
[[nodiscard]] std::vector<UrlRule> read_rules_file(std::string_view json, const std::string& where);

}  // namespace facsim
