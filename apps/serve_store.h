// SPDX-License-Identifier: Apache-2.0
#pragma once
// The store that a service is to have, looked at before anything is made.

#include <string>

#include "apps/settings.h"

namespace facsim {

// What --check-config says of it. Changes nothing; throws what the service would fail of, but for
// the lock of a program that has the store now.
[[nodiscard]] std::string store_state(const std::string& folder, const Settings& settings);

}  // namespace facsim
