// SPDX-License-Identifier: Apache-2.0
#pragma once
// The resources that the service uses. Queries the system; callable from any thread.

#include <cstdint>
#include <optional>
#include <string>

namespace facsim {

struct Resources {
  // Empty if the system does not report it.
  std::optional<std::uint64_t> memory_bytes = {};  // of this process, in memory now
  std::optional<std::uint64_t> disk_bytes = {};    // of the files in the folder
  std::optional<std::uint64_t> disk_free = {};     // available to this process on the folder's disk
};

// Examines each file below the folder: some 2 us each. Files that disappear meanwhile are left out.
[[nodiscard]] Resources resources_of(const std::string& folder);

}  // namespace facsim
