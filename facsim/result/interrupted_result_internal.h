// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cleans up what killed runs left beside and inside a result folder. Private to this room.

#include <filesystem>
#include <string>
#include <vector>

namespace facsim {

// The folder for the old versions while ResultUpdate puts the new ones in place.
inline constexpr const char* kOldVersions = ".before";

// Removes hidden folders of dead runs into `target`, a canonical path that may not exist. If a run
// was killed during ResultUpdate::commit(), its old versions are put back first. Old versions that
// cannot be put back are left there, and a warning is returned for each such folder.
[[nodiscard]] std::vector<std::string> settle_interrupted(const std::filesystem::path& target);

}  // namespace facsim
