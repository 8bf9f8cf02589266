// SPDX-License-Identifier: Apache-2.0
#pragma once
// What runs that were killed left beside and inside a result folder. Private to this room.

#include <filesystem>
#include <string>
#include <vector>

namespace facsim {

// Where a ResultUpdate keeps the old versions while it puts the new ones in their place.
inline constexpr const char* kOldVersions = ".before";

// Removes hidden folders of dead runs into `target`, a canonical path, there or not. Where one was
// killed in the middle of ResultUpdate::commit(), the old versions are put back first; those that
// cannot be are left where they are, and a sentence for each folder of them is returned.
[[nodiscard]] std::vector<std::string> settle_interrupted(const std::filesystem::path& target);

}  // namespace facsim
