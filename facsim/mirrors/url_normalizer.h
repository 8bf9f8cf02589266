// SPDX-License-Identifier: Apache-2.0
#pragma once
// Applies many rules to a URL until none changes it.
//
// Rules for all sites come before those of one site, each in the order of their kinds. Promise: a
// second call changes nothing. URLs that the rules lead in a circle, or lengthen without end, are
// returned unchanged. Cost: some 0.1 us a rule that applies to the URL. Immutable: any thread.

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
  // Text that is not a URL of the web is returned unchanged.
  [[nodiscard]] std::string normalized(std::string_view text) const;
  // Returns the prefix of a mirror, such as "b.org/docs/", if this URL is below it and is moved
  // away from it; otherwise empty. Valid as long as this object.
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
  // Numbers of rules; those of the site "" apply to all.
  std::unordered_map<std::string, std::vector<std::size_t>, Hash, std::equal_to<>> of_site_;
};

}  // namespace facsim
