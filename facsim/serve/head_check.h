// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks the bytes of a request's head, line by line, before anything else parses them. Pure
// functions.

#include <cstddef>
#include <string_view>

#include "facsim/serve/http_message.h"

namespace facsim {

// Returns the fault in the bytes so far: a line end that is not CR LF, a folded field, a NUL;
// empty: no fault. `from`: the bytes before it were checked; set to the end of what is checked now.
[[nodiscard]] std::string_view fault_of_lines(std::string_view head, std::size_t& from) noexcept;

// Returns a fault of fields that must not be combined, or not with such a value. Empty: no fault.
[[nodiscard]] std::string_view fault_of_fields(const HttpRequest& request,
                                               bool is_http_1_1) noexcept;

// Turns a target in absolute form (RFC 9112, section 3.2.2) into one that begins with '/', and
// replaces Host by its authority. Any other target is unchanged. Returns an empty view, or why the
// target is refused: a scheme other than http, no host, a user name, or an authority that two
// readers might read in two ways.
[[nodiscard]] std::string_view take_absolute_target(HttpRequest& request);

// True if the value of Host, with or without a port, is an address or "localhost", and thus not a
// name that another party's name server resolves. True for an empty one.
[[nodiscard]] bool is_address_or_localhost(std::string_view host) noexcept;

}  // namespace facsim
