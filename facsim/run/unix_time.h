// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace facsim {

// Milliseconds since 1970, by the system's clock: for what is told to people or stored. It may be
// set back, so a wait goes by std::chrono::steady_clock.
[[nodiscard]] std::int64_t unix_ms();

}  // namespace facsim
