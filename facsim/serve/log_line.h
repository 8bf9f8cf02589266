// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "facsim/report/json_line.h"

namespace facsim {

// Begins a line of the service's log: the current time, the level ("info", "warning", "error") and
// the event.
[[nodiscard]] JsonLine begin_log_line(std::string_view level, std::string_view event);

// A line that contains only `detail` in addition.
[[nodiscard]] std::string log_line(std::string_view level, std::string_view event,
                                   std::string_view detail);

}  // namespace facsim
