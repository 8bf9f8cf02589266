// SPDX-License-Identifier: Apache-2.0
#include "facsim/run/unix_time.h"

#include <chrono>

namespace facsim {

std::int64_t unix_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace facsim
