// SPDX-License-Identifier: Apache-2.0
// The page at /, for people. It is the same for everybody: its script fetches the store's data.
#include <vector>

#include "facsim/base/version.h"
#include "facsim/report/service_page.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/routes.h"

namespace facsim {
namespace {

std::string_view token_for(RouteAccess access) {
  switch (access) {
    case RouteAccess::open:
      return "none";
    case RouteAccess::read:
      return "read";
    case RouteAccess::asking:
      return "read; write with ?add=true";
    default:
      return "write";
  }
}

const std::string& page() {
  static const std::string made = [] {
    std::vector<ServiceRoute> all;
    for (const Route& route : routes()) {
      all.push_back({route.method, route.path, token_for(route.access)});
    }
    return service_html(kVersion, all);
  }();
  return made;
}

}  // namespace

HttpResponse handle_page(const Call& call) {
  call.target.require_known({});
  return {.content_type = "text/html; charset=utf-8",
          .fields = {{"Content-Security-Policy", service_policy()},
                     {"Referrer-Policy", "no-referrer"},
                     {"X-Content-Type-Options", "nosniff"},
                     {"Cross-Origin-Opener-Policy", "same-origin"},
                     {"Cache-Control", "no-cache"}},
          .body = page()};
}

}  // namespace facsim
