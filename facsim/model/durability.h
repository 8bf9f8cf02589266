// SPDX-License-Identifier: Apache-2.0
#pragma once
// What "acknowledged" means for a change of a store. At every level, changes are never reordered,
// and closing syncs.

#include <cstdint>
#include <optional>
#include <string_view>

namespace facsim {

enum class Durability : std::uint8_t {
  sync,    // on the disk
  second,  // written to the system, and on the disk within a second
  none,  // written to the system, which syncs at will: survives a crash of the program, not a power
         // cut
};
[[nodiscard]] std::string_view name_of(Durability durability) noexcept;
[[nodiscard]] std::optional<Durability> durability_named(std::string_view name) noexcept;

}  // namespace facsim
