// SPDX-License-Identifier: Apache-2.0
#pragma once
// What "acknowledged" means, of a change of a store. Whatever it is, changes are never reordered,
// and closing syncs.

#include <cstdint>
#include <optional>
#include <string_view>

namespace facsim {

enum class Durability : std::uint8_t {
  sync,    // on the disk
  second,  // written to the system, and on the disk within a second
  none,    // written to the system, which syncs when it likes: survives the program, no power cut
};
[[nodiscard]] std::string_view name_of(Durability durability) noexcept;
[[nodiscard]] std::optional<Durability> durability_named(std::string_view name) noexcept;

}  // namespace facsim
