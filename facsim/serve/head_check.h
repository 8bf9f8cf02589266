// SPDX-License-Identifier: Apache-2.0
#pragma once
// Looks at the bytes of a request's head before anything else reads them: line by line, for what
// must not be there. Pure functions.

#include <cstddef>
#include <string_view>

#include "facsim/serve/http_message.h"

namespace facsim {

// Of the bytes so far: a line end that is not CR LF, a folded field, a NUL. Empty: none of them.
// `from`: those before were looked at; -> up to where it has looked now.
[[nodiscard]] std::string_view fault_of_lines(std::string_view head, std::size_t& from) noexcept;

// Fields that must not stand together, or not with such a value. Empty: none.
[[nodiscard]] std::string_view fault_of_fields(const HttpRequest& request,
                                               bool is_http_1_1) noexcept;

// A target in absolute form (RFC 9112, section 3.2.2) becomes one that begins with '/', and its
// authority takes the place of Host. Any other target stays. Empty, or why it is refused: a scheme
// other than http, no host, a user name, or an authority that two readers might read in two ways.
[[nodiscard]] std::string_view take_absolute_target(HttpRequest& request);

// Of the value of Host, with or without a port: no name that somebody else's server of names
// answers for. True for an empty one.
[[nodiscard]] bool is_address_or_localhost(std::string_view host) noexcept;

}  // namespace facsim
