// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/service.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "facsim/serve/handlers.h"
#include "facsim/serve/head_check.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/routes.h"

namespace facsim {
namespace {

// Texts up to this size are usually analyzed within some hundred microseconds.
constexpr std::size_t kBriefBodyBytes = std::size_t{8} << 10;

bool is_one_line(std::string_view body) { return body.find('\n') >= body.size() - 1; }

std::vector<std::string_view> names_of_routes() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Route& route : routes()) {
      all.push_back(std::string(route.method) + " " + std::string(route.path));
    }
    return all;
  }();
  return {names.begin(), names.end()};
}

HttpResponse problem_of(const std::exception_ptr& thrown, Words words) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return problem(error, words);
  } catch (const std::bad_alloc&) {
    return problem(503, "out of memory; try again later");
  } catch (const std::exception& error) {
    return problem(500, error.what());
  }
}

// True if the request comes from the service's own page, identified by the name under which the
// browser knows it. refusal() also checks that this name is not another party's.
bool is_of_own_page(const HttpRequest& head) {
  return head.field("origin") == "http://" + std::string(head.field("host"));
}

// Answers OPTIONS (RFC 9110, section 9.3.7). The answer does not permit another page's script to
// send requests.
HttpResponse methods_of(const Target& target) {
  try {
    (void)find_route(kAsksMethods, target);
  } catch (const MethodRefused& refused) {
    return {.status = 204, .content_type = "", .fields = {{"Allow", refused.allowed()}}};
  }
  return problem(404, "there is nothing under this path; see /openapi.json");
}

Access needed_for(const Route& route, const Target& target) {
  switch (route.access) {
    case RouteAccess::open:
      return Access::none;
    case RouteAccess::read:
      return Access::read;
    case RouteAccess::asking:
      return target.is_set("add") ? Access::write : Access::read;
    default:
      return Access::write;
  }
}

}  // namespace

Service::Service(Collections& collections, BodyBudget& bodies, ServiceOptions options)
    : state_(collections, bodies, std::move(options), names_of_routes()),
      tokens_(std::make_shared<Tokens>()) {}
Service::~Service() = default;

void Service::set_tokens(Tokens tokens) {
  auto shared = std::make_shared<const Tokens>(std::move(tokens));
  const std::lock_guard lock(tokens_mutex_);
  tokens_ = std::move(shared);
}

RoutedHead Service::route(const HttpRequest& head) const {
  RoutedHead routed;
  try {
    routed.target = parse_target(head.target);
    if (head.method == kAsksMethods) return routed;
    routed.found = find_route(head.method, routed.target);
    routed.refusal = refusal(head, needed_for(routes()[routed.found.number], routed.target));
  } catch (...) {
    routed.refusal = problem_of(std::current_exception(), state_.options.words);
  }
  return routed;
}

std::optional<HttpResponse> Service::refusal(const HttpRequest& head, Access needed) const {
  if (needed == Access::none) return std::nullopt;
  std::shared_ptr<const Tokens> tokens;
  {
    const std::lock_guard lock(tokens_mutex_);
    tokens = tokens_;
  }
  // The page at / is the only one that may send requests, and only reads.
  if (tokens->empty() && !head.field("origin").empty() &&
      (needed > Access::read || !is_of_own_page(head))) {
    return problem(403, "requests of pages in a browser (Origin) need a service with tokens");
  }
  // A web page whose host name was pointed to this machine sends no Origin with its GET.
  if (tokens->empty() && !is_address_or_localhost(head.field("host"))) {
    return problem(403, "a Host other than localhost or an IP address needs a service with tokens");
  }
  const Access granted = tokens->access_of(head.field("authorization"));
  if (granted == Access::none) {
    return problem(401, "a token is needed: Authorization: Bearer TOKEN");
  }
  if (granted < needed) return problem(403, "this token may read, but not change anything");
  return std::nullopt;
}

Effort Service::effort_of(const HttpRequest& request, const RoutedHead& head) const {
  if (head.found.number == kNoRoute) return Effort::light;
  const Route& route = routes()[head.found.number];
  if (route.effort != Effort::brief) return route.effort;
  const bool is_small =
      request.body.size() <= kBriefBodyBytes && request.field("content-encoding").empty();
  const bool is_one = route.handle != handle_check_facts || is_one_line(request.body);
  try {
    const bool asks = !head.target.is_set("add") && !head.target.is_set("explain");
    return is_small && is_one && asks ? Effort::brief : Effort::waits;
  } catch (const Error&) {
    return Effort::light;  // its handler refuses it
  }
}

HttpResponse Service::answer(const HttpRequest& request, const RoutedHead& head) noexcept {
  try {
    if (head.found.number == kNoRoute) return methods_of(head.target);
    return routes()[head.found.number].handle({state_, request, head.target, head.found.names});
  } catch (...) {
    try {
      return problem_of(std::current_exception(), state_.options.words);
    } catch (...) {
      // The memory is too short even for the text of a problem.
      return {.status = 503, .content_type = {}, .fields = {}, .body = {}};
    }
  }
}

void Service::look_at_clock() noexcept {
  state_.history.look(std::chrono::steady_clock::now(), state_.metrics.checks());
}

void Service::count(const RoutedHead& head, int status,
                    std::optional<std::chrono::nanoseconds> took) noexcept {
  // The last index counts requests without a route.
  state_.metrics.count_request(std::min(head.found.number, routes().size()), status, took);
}

}  // namespace facsim
