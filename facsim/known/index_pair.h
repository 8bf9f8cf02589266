// SPDX-License-Identifier: Apache-2.0
#pragma once
// A new fingerprint and an entry of an index that are close.

#include <cstdint>

#include "facsim/known/open_index.h"

namespace facsim {

struct IndexPair {
  std::uint64_t fresh = 0;  // the new one's number: 0, 1, ... as they were added
  IndexHit old;
};

}  // namespace facsim
