// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names that the command line has for settings and actions in sentences of the library.

#include <string>
#include <string_view>

#include "facsim/base/sentence.h"

namespace facsim {

// Returns words that a user can type: "--min-resemblance 0.9", "facsim index build".
[[nodiscard]] std::string program_words(Named named, std::string_view value);

// The same for clients of the service, which can only ask its operator to change a setting.
[[nodiscard]] std::string service_words(Named named, std::string_view value);

}  // namespace facsim
