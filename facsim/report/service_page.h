// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page at / of the service: how it does, what it answered, and a box to ask it.
//
// Promise: the page holds nothing of the store and no token, so that everybody may have it; its
// script asks for that over the interface, reads only, and may speak to nobody but the service
// (page_parts.h). Without script it says what the service is and how it is asked.

#include <span>
#include <string>
#include <string_view>

namespace facsim {

struct ServiceRoute {
  std::string_view method;
  std::string_view path;
  std::string_view access;  // what token it takes, in words
};

[[nodiscard]] std::string service_html(std::string_view version,
                                       std::span<const ServiceRoute> routes);
// The value of the header Content-Security-Policy that it is sent with.
[[nodiscard]] std::string service_policy();

}  // namespace facsim
