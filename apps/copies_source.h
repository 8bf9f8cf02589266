// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of a store or of a dedup result, each with its cluster.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "apps/settings.h"
#include "facsim/run_options.h"

namespace facsim {

// Calls the function with each page's URL, which may be empty, and a number that is equal for the
// pages of one cluster; stops when it returns false. May be called several times.
using CopiesSource =
    std::function<void(const std::function<bool(std::string_view url, std::uint64_t cluster)>&)>;

// Throws Error{not_found} if the folder is neither a store nor a result, or the result has no
// matches.facsim.
[[nodiscard]] CopiesSource copies_source(const std::string& folder, const Settings& settings,
                                         const RunHooks& hooks);

}  // namespace facsim
