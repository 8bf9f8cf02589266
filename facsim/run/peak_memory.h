// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace facsim {

// Bytes: the most that this process ever held in memory at once (its resident set) since it began.
// Not what getrusage() says: there Linux counts the program that started this one, too, which may
// be a Python or a JVM with gigabytes of its own; that is the answer only where /proc is missing.
[[nodiscard]] std::uint64_t peak_memory_of_process();

}  // namespace facsim
