// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace facsim {

// Milliseconds since 1970 by the system's clock, for times that are shown or stored. That clock may
// be set back; measure durations with std::chrono::steady_clock.
[[nodiscard]] std::int64_t unix_ms();

}  // namespace facsim
