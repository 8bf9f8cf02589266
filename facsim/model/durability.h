// SPDX-License-Identifier: Apache-2.0
#pragma once
// What "acknowledged" means, of a change of a store. Whatever it is, changes are never reordered,
// and closing syncs.

#include <cstdint>

namespace facsim {

enum class Durability : std::uint8_t {
  sync,    // on the disk
  second,  // written to the system, and on the disk within a second
  none,    // written to the system, which syncs when it likes: survives the program, no power cut
};

}  // namespace facsim
