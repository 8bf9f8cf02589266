// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of routes: which method and path lead to which handler. Tests compare docs/http.md,
// openapi.json and the names in /metrics with it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/serve/call.h"
#include "facsim/serve/http_message.h"
#include "facsim/serve/target.h"

namespace facsim {

enum class RouteAccess : std::uint8_t {
  open,    // without a token
  read,    // a token for reading
  asking,  // the same; with ?add=true a token for writing
  write,   // a token for writing
};

// The most that an answer requires.
enum class Effort : std::uint8_t {
  light,  // no lock of a store
  brief,  // one small page without an addition: usually reads only memory
  waits,  // waits for the disk, or computes for long
};

struct Route {
  std::string_view method;
  std::string_view path;  // "/v1/collections/{collection}/check"
  RouteAccess access;
  Effort effort;
  HttpResponse (*handle)(const Call& call);
};

[[nodiscard]] std::span<const Route> routes() noexcept;

inline constexpr std::size_t kNoRoute = std::size_t(-1);
struct FoundRoute {
  std::size_t number = kNoRoute;   // in routes()
  std::vector<std::string> names;  // decoded values of {..} in the path
};
// Accepted by every path: it lists the path's methods.
inline constexpr std::string_view kAsksMethods = "OPTIONS";

// HEAD uses the route of GET, unless it has its own. Throws Refused{404}, and {405} with the path's
// methods.
[[nodiscard]] FoundRoute find_route(std::string_view method, const Target& target);

}  // namespace facsim
