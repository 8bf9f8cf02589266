// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Python names of settings, actions and parts of a result in sentences of the core.

#include <string>
#include <string_view>

#include "facsim/base/sentence.h"

namespace facsim::python {

// Returns "keep='newest'", "facsim.dedup". Names that only the program has are marked as its own.
[[nodiscard]] std::string python_words(Named named, std::string_view value);

}  // namespace facsim::python
