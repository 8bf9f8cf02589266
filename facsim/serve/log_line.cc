// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/log_line.h"

#include <utility>

#include "facsim/report/utc_time.h"
#include "facsim/run/unix_time.h"

namespace facsim {

JsonLine begin_log_line(std::string_view level, std::string_view event) {
  JsonLine line;
  line.text("time", utc_time_text(unix_ms()));
  line.text("level", level);
  line.text("event", event);
  return line;
}

std::string log_line(std::string_view level, std::string_view event, std::string_view detail) {
  JsonLine line = begin_log_line(level, event);
  line.text("detail", detail);
  return std::move(line).take();
}

}  // namespace facsim
