// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of routes: which method and path leads to which handler. docs/http.md, openapi.json and
// the names in /metrics are held against it by tests.

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
  asking,  // the same, and for writing with ?add=true
  write,   // a token for writing
};

// What answering takes at most.
enum class Effort : std::uint8_t {
  light,  // no lock of a store
  brief,  // one small page and nothing to add: reads what is in memory, as a rule
  waits,  // for the disk, or computes for long
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
  std::vector<std::string> names;  // what stands for {..} in the path, decoded
};
// What every path takes: it asks for the methods of the others.
inline constexpr std::string_view kAsksMethods = "OPTIONS";

// HEAD leads to the route of GET, unless it has one of its own. Throws Refused{404}, and {405} with
// the methods that there are.
[[nodiscard]] FoundRoute find_route(std::string_view method, const Target& target);

}  // namespace facsim
