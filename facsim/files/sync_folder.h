// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace facsim {

// Returns once files created, renamed or removed in the folder would survive a power cut. Throws
// Error{io}.
void sync_folder_of(const std::string& folder);

}  // namespace facsim
