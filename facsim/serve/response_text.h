// SPDX-License-Identifier: Apache-2.0
#pragma once
// The head of a response as bytes of HTTP/1.1. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

#include "facsim/serve/http_message.h"

namespace facsim {

// Returns the head, with the empty line. Control characters are removed from the values of fields.
[[nodiscard]] std::string head_text(const HttpResponse& response, std::string_view request_id,
                                    bool keeps_alive, std::int64_t unix_time);

// "Sun, 22 Nov 2026 08:00:00 GMT"
[[nodiscard]] std::string http_date(std::int64_t unix_time);

}  // namespace facsim
