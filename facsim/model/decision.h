// SPDX-License-Identifier: Apache-2.0
#pragma once
// What becomes of a page: it is removed for another one, or it is kept, or it is kept though
// another one repeats part of it.

#include <cstdint>

#include "facsim/model/match.h"

namespace facsim {

// A page number that means "none".
inline constexpr std::uint32_t kNoPage = 0xffffffffU;

struct Decision {
  std::uint32_t representative = kNoPage;  // set: removed, and this kept page stands for it
  std::uint32_t related = kNoPage;         // set: kept, and this kept page shares a part of it
  Match match;                             // with the page that is set
  bool truncated = false;  // not all candidates were asked; dedup_texts() leaves it false

  [[nodiscard]] bool removed() const noexcept { return representative != kNoPage; }
  // The page that the match is with; kNoPage where there is none.
  [[nodiscard]] std::uint32_t other() const noexcept {
    return removed() ? representative : related;
  }
};

}  // namespace facsim
