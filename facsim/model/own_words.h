// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names that keep two pages apart although their texts are nearly the same.

#include <string>

namespace facsim {

// For each page a word of its name that is not in the name of the other (page/name_match.h). If one
// of the two is empty, its page does not use the other word at all.
struct OwnWords {
  std::string page;
  std::string other;

  [[nodiscard]] bool any() const noexcept { return !page.empty() || !other.empty(); }
};

}  // namespace facsim
