// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why a pair that has nearly one text was kept apart by what its pages call themselves.

#include <string>

namespace facsim {

// The first word of each page's name that its text uses and the other page does not use (page/
// names.h). One of the two may be empty.
struct OwnWords {
  std::string page;
  std::string other;

  [[nodiscard]] bool any() const noexcept { return !page.empty() || !other.empty(); }
};

}  // namespace facsim
