// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a store may be begun.

#include <string>

namespace facsim {

// Throws Error{already_exists} for a file, and for a folder that has files of others and no part of
// a store; nothing is touched. Cost: the names in a folder without a store.
void require_store_folder(const std::string& folder);

}  // namespace facsim
