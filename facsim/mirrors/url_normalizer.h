// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many rules at once, applied to a URL until none changes it.
//
// Rules for all sites come before those of one site, each in the order of their kinds. Promise: the
// second time changes nothing. URLs that the rules lead round in a circle, or make ever longer,
// stay as they were. Cost: some 0.1 us a rule that is for the URL. Immutable: any thread.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facsim/mirrors/url_rule.h"

namespace facsim {

class UrlNormalizer {
 public:
  explicit UrlNormalizer(std::vector<UrlRule> rules = {});

  [[nodiscard]] WebUrl normalized(const WebUrl& url) const;
  // Text that is no URL of the web stays as it is.
  [[nodiscard]] std::string normalized(std::string_view text) const;
  // "b.org/docs/": the prefix of a mirror that this URL is below and is moved away from. Empty:
  // none. Holds as long as this.
  [[nodiscard]] std::string_view mirror_of(std::string_view text) const;
  [[nodiscard]] const std::vector<UrlRule>& rules() const noexcept { return rules_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };

  std::vector<UrlRule> rules_;
  // Numbers of rules; those of the site "" are for all.
  std::unordered_map<std::string, std::vector<std::size_t>, Hash, std::equal_to<>> of_site_;
};

}  // namespace facsim
