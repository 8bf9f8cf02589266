// SPDX-License-Identifier: Apache-2.0
#pragma once
// A report of mirrors as tables for people.

#include <cstddef>
#include <string>

#include "facsim/mirrors/mirror_report.h"

namespace facsim {

// Shows at most `count_max` mirrors and as many rules.
[[nodiscard]] std::string mirrors_text(const MirrorReport& report, std::size_t count_max);

// A rule in a few words: "drop sid from the query".
[[nodiscard]] std::string rule_words(const UrlRule& rule);

}  // namespace facsim
