// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place of a record that was skipped because of a fault.

#include <cstdint>

#include "facsim/model/skip.h"

namespace facsim {

struct SkipRow {
  std::uint64_t offset = 0;  // of the identity
  std::uint64_t bytes = 0;   // unpacked, including the separator from the next record; 0: unknown
  std::uint32_t file = 0;
  Skip reason = Skip::none;
};

}  // namespace facsim
