// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the command line calls the settings and actions that sentences of the library name.

#include <string>
#include <string_view>

#include "facsim/base/sentence.h"

namespace facsim {

// "--min-resemblance 0.9", "facsim index build": what can be typed.
[[nodiscard]] std::string program_words(Named named, std::string_view value);

// For clients of the service that this program runs: they can only ask its operator.
[[nodiscard]] std::string service_words(Named named, std::string_view value);

}  // namespace facsim
