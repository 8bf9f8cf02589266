// SPDX-License-Identifier: Apache-2.0
#pragma once
// Handles Ctrl-C: the first one stops the run cleanly, the second kills it. The same holds for
// kill(1); a lost terminal stops the run cleanly.

#include <atomic>

namespace facsim {

// After this call the first SIGINT, SIGTERM or SIGHUP sets interrupted(), and a following SIGINT or
// SIGTERM ends the program at once. Signals that were ignored at the start stay ignored. SIGPIPE
// and SIGXFSZ are ignored; the failed write reports the error instead.
void catch_interrupts();

[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;
void throw_if_interrupted();  // Error{cancelled}

}  // namespace facsim
