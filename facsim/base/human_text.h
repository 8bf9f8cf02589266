// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts and sizes in a form for people.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// 1536 -> "1.5 KiB"
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
// 1234567 -> "1,234,567"
[[nodiscard]] std::string human_count(std::uint64_t count);
// "1 page", "2,430 pages": the plural takes an s.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace facsim
