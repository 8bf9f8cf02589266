// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sample pages for `facsim serve --demo`, and commands to try on them.

#include <cstdint>
#include <string>
#include <vector>

#include "facsim/model/page.h"

namespace facsim {

[[nodiscard]] std::vector<Page> demo_pages();
// Three lines for a shell: check a near-copy, check a new page, and list what is stored.
[[nodiscard]] std::string demo_commands(const std::string& address, std::uint16_t port);

}  // namespace facsim
