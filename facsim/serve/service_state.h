// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the handlers of requests share. Callable from any thread.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/model/durability.h"
#include "facsim/serve/body_budget.h"
#include "facsim/serve/collections.h"
#include "facsim/serve/metrics.h"

namespace facsim {

struct ServiceOptions {
  Durability durability = Durability::sync;
  std::size_t unpacked_bytes_max = std::size_t{64} << 20;  // of a body
  std::size_t batch_lines_max = 10'000;
  // For /metrics.
  std::function<std::size_t()> queued = {};         // requests that wait for a worker
  std::function<std::uint64_t()> log_dropped = {};  // lines that the log had no room for
};

struct ServiceState {
  // Both must outlive this.
  ServiceState(Collections& stores, BodyBudget& budget, ServiceOptions chosen,
               std::vector<std::string_view> routes)
      : collections(stores),
        bodies(budget),
        options(std::move(chosen)),
        metrics(std::move(routes)) {}

  Collections& collections;
  BodyBudget& bodies;
  const ServiceOptions options;
  Metrics metrics;
  std::atomic<bool> is_draining = false;
};

}  // namespace facsim
