// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ctrl-C: the first stops cleanly, the second kills.

#include <atomic>

namespace facsim {

// From now on the first SIGINT or SIGTERM sets interrupted(), the next ends the program at once.
// SIGPIPE is ignored: a write that fails because of it is seen where it is made.
void catch_interrupts();

[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;
void throw_if_interrupted();  // Error{cancelled}

}  // namespace facsim
