// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "facsim/report/json_line.h"

namespace facsim {

// Begins a line of the service's log: the time now, how bad it is ("info", "warning", "error") and
// what happened.
[[nodiscard]] JsonLine begin_log_line(std::string_view level, std::string_view event);

// A line that has no more to say than `detail`.
[[nodiscard]] std::string log_line(std::string_view level, std::string_view event,
                                   std::string_view detail);

}  // namespace facsim
