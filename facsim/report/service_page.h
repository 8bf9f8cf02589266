// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page at / of the service: its state, its answers, and a box for queries.
//
// Promise: the page contains nothing of the store and no token, so everybody may have it. Its
// script fetches the data over the interface, only reads, and may connect only to the service
// (page_parts.h). Without script the page describes the service and its use.

#include <span>
#include <string>
#include <string_view>

namespace facsim {

struct ServiceRoute {
  std::string_view method;
  std::string_view path;
  std::string_view access;  // the token that it needs, in words
};

[[nodiscard]] std::string service_html(std::string_view version,
                                       std::span<const ServiceRoute> routes);
// Returns the value of the header Content-Security-Policy for the page.
[[nodiscard]] std::string service_policy();

}  // namespace facsim
