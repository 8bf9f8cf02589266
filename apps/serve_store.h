// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks the store of a service before anything is created.

#include <string>

#include "apps/settings.h"

namespace facsim {

// The text about the store that --check-config prints. Changes nothing. Throws the errors that
// would stop the service, except for a store that is locked by another program.
[[nodiscard]] std::string store_state(const std::string& folder, const Settings& settings);

}  // namespace facsim
