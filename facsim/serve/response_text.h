// SPDX-License-Identifier: Apache-2.0
#pragma once
// The head of a response as bytes of HTTP/1.1. Pure functions, but for the clock's time.

#include <cstdint>
#include <string>
#include <string_view>

#include "facsim/serve/http_message.h"

namespace facsim {

// Up to and with the empty line. Values of fields lose their control characters.
[[nodiscard]] std::string head_text(const HttpResponse& response, std::string_view request_id,
                                    bool keeps_alive, std::int64_t unix_time);

// "Sun, 22 Nov 2026 08:00:00 GMT"
[[nodiscard]] std::string http_date(std::int64_t unix_time);

}  // namespace facsim
