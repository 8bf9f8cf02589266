// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts and sizes as a person reads them.

#include <cstdint>
#include <string>

namespace facsim {

// 1536 -> "1.5 KiB"
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
// 1234567 -> "1,234,567"
[[nodiscard]] std::string human_count(std::uint64_t count);

}  // namespace facsim
