// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the service takes of the machine. Asks the system; any thread.

#include <cstdint>
#include <optional>
#include <string>

namespace facsim {

struct Resources {
  // Nothing where the system does not say it.
  std::optional<std::uint64_t> memory_bytes = {};  // of this process that are in memory now
  std::optional<std::uint64_t> disk_bytes = {};    // that the files of the folder take
  std::optional<std::uint64_t> disk_free = {};     // left for this process on the folder's disk
};

// Looks at each file below the folder: some 2 us each. Files that go meanwhile are left out.
[[nodiscard]] Resources resources_of(const std::string& folder);

}  // namespace facsim
