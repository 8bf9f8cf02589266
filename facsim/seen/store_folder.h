// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that a store may be created in a folder.

#include <string>

namespace facsim {

// Throws Error{already_exists} for a file, and for a folder that has other files and no part of a
// store; nothing is changed. Cost: it lists the names in a folder without a store.
void require_store_folder(const std::string& folder);

}  // namespace facsim
