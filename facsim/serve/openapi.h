// SPDX-License-Identifier: Apache-2.0
#pragma once
// The description of the HTTP interface (OpenAPI 3.1), as the service returns it.

#include <string_view>

namespace facsim {

[[nodiscard]] std::string_view openapi_json();

}  // namespace facsim
