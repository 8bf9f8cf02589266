// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/routes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "facsim/serve/handlers.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

using enum RouteAccess;
using enum Effort;

constexpr std::array kRoutes = {
    Route{"POST", "/v1/collections/{collection}/check", asking, brief, handle_check},
    Route{"POST", "/v1/collections/{collection}/check:batch", asking, waits, handle_check_batch},
    Route{"POST", "/v1/collections/{collection}/fingerprints:check", asking, brief,
          handle_check_facts},
    Route{"GET", "/v1/collections/{collection}/crawls", read, waits, handle_list_crawls},
    Route{"POST", "/v1/collections/{collection}/crawls/{crawl}:commit", write, waits,
          handle_commit_crawl},
    Route{"POST", "/v1/collections/{collection}/crawls/{crawl}:cancel", write, waits,
          handle_cancel_crawl},
    Route{"GET", "/v1/collections", read, waits, handle_list_collections},
    Route{"GET", "/v1/collections/{collection}", read, waits, handle_show_collection},
    Route{"PUT", "/v1/collections/{collection}", write, waits, handle_make_collection},
    Route{"DELETE", "/v1/collections/{collection}", write, waits, handle_remove_collection},
    Route{"GET", "/v1/collections/{collection}/documents/{id}", read, waits, handle_show_page},
    Route{"DELETE", "/v1/collections/{collection}/documents/{id}", write, waits,
          handle_remove_page},
    Route{"DELETE", "/v1/collections/{collection}/documents", write, waits, handle_remove_pages},
    Route{"POST", "/v1/collections/{collection}/documents:delete", write, waits,
          handle_remove_list},
    Route{"GET", "/v1/collections/{collection}/clusters", read, waits, handle_list_clusters},
    Route{"GET", "/v1/collections/{collection}/clusters/{id}", read, waits, handle_show_cluster},
    Route{"GET", "/v1/collections/{collection}/copies", read, waits, handle_show_copies},
    Route{"GET", "/v1/collections/{collection}/mirrors", read, waits, handle_show_mirrors},
    Route{"GET", "/v1/collections/{collection}/uncrawled", read, waits, handle_show_uncrawled},
    Route{"POST", "/v1/collections/{collection}/uncrawled", write, waits, handle_count_uncrawled},
    Route{"GET", "/v1/info", read, waits, handle_info},
    Route{"GET", "/v1/history", read, waits, handle_history},
    Route{"GET", "/metrics", read, waits, handle_metrics},
    Route{"GET", "/", open, light, handle_page},
    Route{"HEAD", "/", open, light, handle_page},
    Route{"GET", "/openapi.json", open, light, handle_openapi},
    Route{"GET", "/livez", open, light, handle_live},
    Route{"GET", "/readyz", open, waits, handle_ready},
};

// True if one segment of a target matches the pattern's; a name is appended to `names`.
bool matches(std::string_view pattern, std::string_view segment, std::vector<std::string>& names) {
  if (!pattern.starts_with('{')) return pattern == segment;
  const std::string_view verb = pattern.substr(pattern.find('}') + 1);  // ":commit", or empty
  if (segment.size() <= verb.size() || !segment.ends_with(verb)) return false;
  segment.remove_suffix(verb.size());
  names.push_back(percent_decoded(segment));
  return true;
}

bool matches(const Route& route, const Target& target, std::vector<std::string>& names) {
  std::string_view path = route.path.substr(1);
  names.clear();
  for (std::size_t i = 0; i < target.segments.size(); ++i) {
    const std::size_t end = path.find('/');
    if (!matches(path.substr(0, end), target.segments[i], names)) return false;
    if (end == std::string_view::npos) return i + 1 == target.segments.size();
    path.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace

std::span<const Route> routes() noexcept { return kRoutes; }

FoundRoute find_route(std::string_view method, const Target& target) {
  FoundRoute found;
  FoundRoute of_get;
  bool has_get = false;
  std::vector<std::string_view> methods;
  for (std::size_t number = 0; number < kRoutes.size(); ++number) {
    const Route& route = kRoutes[number];
    found.number = number;
    if (!matches(route, target, found.names)) continue;
    if (route.method == method) return found;
    methods.push_back(route.method);
    if (route.method != "GET") continue;
    has_get = true;
    of_get = found;
    if (std::ranges::find(methods, "HEAD") == methods.end()) methods.push_back("HEAD");
  }
  // The connection omits the body.
  if (method == "HEAD" && has_get) return of_get;
  if (methods.empty()) throw Refused{404, "there is nothing under this path; see /openapi.json"};
  std::string allowed;
  for (auto each = methods.begin(); each != methods.end(); ++each) {
    if (std::find(methods.begin(), each, *each) == each) allowed.append(*each).append(", ");
  }
  throw MethodRefused{allowed += kAsksMethods};
}

}  // namespace facsim
