// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flags from elsewhere: variables of the environment and a TOML file, by the one table of flags.

#include <cstdint>

#include "apps/commands.h"
#include "apps/settings.h"

namespace facsim {

// Settings with what FACSIM_NAME and the file of --config say of flags that were not given; a
// variable counts more than the file. --body-max is FACSIM_BODY_MAX and body_max. Throws
// Error{invalid_argument} that names the variable or the key; a key that is no flag is refused.
[[nodiscard]] Settings with_outer_settings(Settings settings, CommandBits command);

}  // namespace facsim
