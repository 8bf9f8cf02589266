// SPDX-License-Identifier: Apache-2.0
#pragma once
// The store that a service is to have, looked at before anything is made.

#include <string>

#include "apps/settings.h"

namespace facsim {

// Whether a new store would be begun in the folder. Throws Error{already_exists} for a file and for
// a folder that has something else.
[[nodiscard]] bool begins_store(const std::string& folder);

// What --check-config says of it. Changes nothing; throws what the service would fail of, but for
// the lock of a program that has the store now.
[[nodiscard]] std::string store_state(const std::string& folder, const Settings& settings);

}  // namespace facsim
