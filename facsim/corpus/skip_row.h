// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a record is that was left out through somebody's fault.

#include <cstdint>

#include "facsim/model/skip.h"

namespace facsim {

struct SkipRow {
  std::uint64_t offset = 0;  // of the identity
  std::uint64_t bytes = 0;   // unpacked, with what parts it from the next; 0: not known
  std::uint32_t file = 0;
  Skip reason = Skip::none;
};

}  // namespace facsim
