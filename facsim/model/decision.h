// SPDX-License-Identifier: Apache-2.0
#pragma once
// The decision on a page: it is removed for another one, or kept, or kept although another page
// repeats part of it.

#include <cstdint>

#include "facsim/model/match.h"

namespace facsim {

// The page number that means "none".
inline constexpr std::uint32_t kNoPage = 0xffffffffU;

struct Decision {
  std::uint32_t representative = kNoPage;  // set: removed, and this kept page represents it
  std::uint32_t related = kNoPage;         // set: kept, and this kept page shares a part with it
  Match match;                             // with the page that is set
  bool truncated = false;  // not all candidates were compared; dedup_texts() leaves it false

  [[nodiscard]] bool removed() const noexcept { return representative != kNoPage; }
  // The other page of the match; kNoPage if there is none.
  [[nodiscard]] std::uint32_t other() const noexcept {
    return removed() ? representative : related;
  }
};

}  // namespace facsim
