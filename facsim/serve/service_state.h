// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state that the handlers of requests share. Callable from any thread.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/model/durability.h"
#include "facsim/serve/body_budget.h"
#include "facsim/serve/check_history.h"
#include "facsim/serve/collections.h"
#include "facsim/serve/disk_guard.h"
#include "facsim/serve/metrics.h"
#include "facsim/serve/retention.h"

namespace facsim {

struct ServiceOptions {
  Durability durability = Durability::sync;
  std::size_t unpacked_bytes_max = std::size_t{64} << 20;  // of a body
  std::size_t batch_lines_max = 10'000;
  std::uint64_t free_disk_bytes =
      0;  // no page is added with less free space (disk_guard.h); 0: off
  // The words of problems for settings of the service and actions of its operator.
  Words words = plain_words;
  // For /metrics.
  std::function<std::size_t()> queued = {};         // requests that wait for a worker
  std::function<std::uint64_t()> log_dropped = {};  // lines that did not fit into the log queue
  std::function<RetentionFigures()> retention = {};
};

struct ServiceState {
  // Both must outlive this.
  ServiceState(Collections& stores, BodyBudget& budget, ServiceOptions chosen,
               std::vector<std::string_view> routes)
      : collections(stores),
        bodies(budget),
        options(std::move(chosen)),
        metrics(std::move(routes)),
        disk(stores, options.free_disk_bytes) {}

  Collections& collections;
  BodyBudget& bodies;
  const ServiceOptions options;
  Metrics metrics;
  DiskGuard disk;
  const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  CheckHistory history{begun};
  std::atomic<bool> is_draining = false;
  std::mutex mirrors_turn;   // held by the search for mirrors, which takes up to some 300 MB
  std::mutex clusters_turn;  // held by the count of clusters
};

}  // namespace facsim
