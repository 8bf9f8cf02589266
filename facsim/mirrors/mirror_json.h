// SPDX-License-Identifier: Apache-2.0
#pragma once
// A report and its rules as JSON, and rules read again from a file. docs/mirrors.md has the
// members.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/mirrors/mirror_report.h"

namespace facsim {

// At most so many mirrors, groups and rules; `truncated` says whether there were more of them or of
// pages. One line.
[[nodiscard]] std::string mirrors_json(const MirrorReport& report,
                                       std::size_t count_max = ~std::size_t{0});

inline constexpr std::string_view kRulesFormat = "facsim url rules";
inline constexpr int kRulesVersion = 1;
inline constexpr std::size_t kUrlRulesMax = 100'000;
inline constexpr std::size_t kUrlRulesBytesMax = std::size_t{64} << 20;  // of a file of them
// The file of --rules: one rule a line, for people and for diff.
[[nodiscard]] std::string rules_file(const MirrorReport& report);
// What rules_file() wrote, or a person. `where` names it in errors. Throws Error{damaged} that
// names the rule and its line, {unsupported} for another format, a newer version, or a kind of rule
// that is not known.
[[nodiscard]] std::vector<UrlRule> read_rules_file(std::string_view json, const std::string& where);

}  // namespace facsim
