// SPDX-License-Identifier: Apache-2.0
#pragma once
// How Python calls the settings, actions and parts of a result that sentences of the core name.

#include <string>
#include <string_view>

#include "facsim/base/sentence.h"

namespace facsim::python {

// "keep='newest'", "facsim.dedup". What only the program has is named as its own.
[[nodiscard]] std::string python_words(Named named, std::string_view value);

}  // namespace facsim::python
