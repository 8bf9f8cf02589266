// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C: the first stops cleanly, the second kills. Likewise kill(1); a lost terminal stops
// cleanly.

#include <atomic>

namespace facsim {

// From now on the first SIGINT, SIGTERM or SIGHUP sets interrupted(), the next SIGINT or SIGTERM
// ends the program at once. A signal that was ignored at the start is left alone. SIGPIPE and
// SIGXFSZ are ignored: a write that fails because of them is seen where it is made.
void catch_interrupts();

[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;
void throw_if_interrupted();  // Error{cancelled}

}  // namespace facsim
