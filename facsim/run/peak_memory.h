// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace facsim {

// Bytes: the most memory that this process ever held at once (its resident set) since it began.
// getrusage() is used only if /proc is missing: on Linux it includes the program that started this
// one, which may be a Python or a JVM with gigabytes of its own.
[[nodiscard]] std::uint64_t peak_memory_of_process();

}  // namespace facsim
