// SPDX-License-Identifier: Apache-2.0
#pragma once
// A new fingerprint and an entry of an index that is close to it.

#include <cstdint>

#include "facsim/known/open_index.h"

namespace facsim {

struct IndexPair {
  std::uint64_t fresh = 0;  // the new one's number: 0, 1, ... in the order of adding
  IndexHit old;
};

}  // namespace facsim
