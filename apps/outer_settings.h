// SPDX-License-Identifier: Apache-2.0
#pragma once
// Flags set by environment variables and a TOML file, according to the one table of flags.

#include <cstdint>

#include "apps/commands.h"
#include "apps/settings.h"

namespace facsim {

// Adds to the settings the flags that were not given on the command line but in FACSIM_NAME
// variables or in the file of --config; a variable takes precedence over the file. --body-max is
// FACSIM_BODY_MAX and body_max. Throws Error{invalid_argument} that names the variable or the key;
// a key that is not a flag is refused.
[[nodiscard]] Settings with_outer_settings(Settings settings, CommandBits command);

}  // namespace facsim
