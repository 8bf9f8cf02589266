// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small webs for tests of learned mirrors and rules.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/mirrors/find_mirrors.h"

namespace facsim::for_test {

inline std::uint64_t number(int value) { return static_cast<std::uint64_t>(value); }

// Pages by their URLs, each with the number of its content.
class World {
 public:
  World& add(std::string url, std::uint64_t content) {
    pages_.emplace_back(std::move(url), content);
    return *this;
  }
  [[nodiscard]] MirrorReport learned(MirrorOptions options = {}) const {
    return find_mirrors(
        [this](const VisitCopy& visit) {
          for (const auto& [url, content] : pages_) {
            if (!visit(url, content)) return;
          }
        },
        options);
  }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> pages_;
};

inline std::vector<UrlRule> rules_of(const MirrorReport& report) {
  std::vector<UrlRule> rules;
  for (const LearnedRule& learned : report.rules) rules.push_back(learned.rule);
  return rules;
}

inline std::string at(std::string_view host, int page) {
  return "http://" + std::string(host) + "/p" + std::to_string(page);
}

// Makes `count` contents, each under the two URLs that the functions make of its number.
template <class First, class Second>
World pairs(int count, First first, Second second) {
  World world;
  for (int i = 0; i < count; ++i) {
    world.add(first(i), number(i)).add(second(i), number(i));
  }
  return world;
}

}  // namespace facsim::for_test
