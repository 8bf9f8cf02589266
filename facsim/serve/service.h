// SPDX-License-Identifier: Apache-2.0
#pragma once
// The service without its sockets: a request in, a response out (docs/http.md).
//
//   Service service(collections, budget, {.durability = Durability::sync});
//   const RoutedHead head = service.route(request);  // as soon as all but the body is there
//   if (head.refusal) ... else response = service.answer(request, head);
//
// Promise: every request gets an answer; an error becomes a problem (problem.h).
//
// Threads: every call may be made from any thread at any time. answer() for a route that is not
// light may wait for the disk: call it in a thread that may wait.

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "facsim/base/sentence.h"
#include "facsim/serve/http_message.h"
#include "facsim/serve/routes.h"
#include "facsim/serve/service_state.h"
#include "facsim/serve/tokens.h"

namespace facsim {

// The routing of a request, computed once from everything but its body.
struct RoutedHead {
  Target target;
  FoundRoute found;
  std::optional<HttpResponse> refusal;  // why the body need not be read
};

class Service {
 public:
  // Both must outlive this.
  Service(Collections& collections, BodyBudget& bodies, ServiceOptions options);
  ~Service();

  // Applies to all later requests.
  void set_tokens(Tokens tokens);
  // Makes /readyz report "not ready", so that load balancers send their requests elsewhere.
  void begin_draining() noexcept { state_.is_draining = true; }

  [[nodiscard]] RoutedHead route(const HttpRequest& head) const;
  // Returns the effort of a whole request that was not refused. A light one is answered within
  // microseconds, and without the store; a brief one within some tens of microseconds, unless
  // others change the store or its data must be read from the disk.
  [[nodiscard]] Effort effort_of(const HttpRequest& request, const RoutedHead& head) const;
  [[nodiscard]] HttpResponse answer(const HttpRequest& request, const RoutedHead& head) noexcept;

  // Must be called several times a second: ends the minutes of /v1/history.
  void look_at_clock() noexcept;
  // Counts an answer, for /metrics. `took`: std::nullopt if the request was refused unread.
  void count(const RoutedHead& head, int status,
             std::optional<std::chrono::nanoseconds> took) noexcept;
  [[nodiscard]] Durability durability() const noexcept { return state_.options.durability; }
  [[nodiscard]] Words words() const noexcept { return state_.options.words; }
  [[nodiscard]] Metrics& metrics() noexcept { return state_.metrics; }
  [[nodiscard]] BodyBudget& bodies() noexcept { return state_.bodies; }
  [[nodiscard]] std::size_t collections() const { return state_.collections.all().size(); }

 private:
  [[nodiscard]] std::optional<HttpResponse> refusal(const HttpRequest& head, Access needed) const;

  ServiceState state_;
  mutable std::mutex tokens_mutex_;
  std::shared_ptr<const Tokens> tokens_;
};

}  // namespace facsim
