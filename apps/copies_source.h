// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of a store, or of a result of dedup, with what each is a copy of.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "apps/settings.h"
#include "facsim/run_options.h"

namespace facsim {

// Calls with each page's URL, which may be empty, and the same number for pages of one cluster;
// until that says false. May be called several times.
using CopiesSource =
    std::function<void(const std::function<bool(std::string_view url, std::uint64_t cluster)>&)>;

// Throws Error{not_found} for a folder that is neither, and for a result without matches.facsim.
[[nodiscard]] CopiesSource copies_source(const std::string& folder, const Settings& settings,
                                         const RunHooks& hooks);

}  // namespace facsim
