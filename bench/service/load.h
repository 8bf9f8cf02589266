// SPDX-License-Identifier: Apache-2.0
#pragma once
// The load runs. Each drives one server, or one library, for a limited count and time.

#include "bench/service/told.h"
#include "bench/service/wishes.h"

namespace facsim::bench {

// Uses keep-alive connections with one request in flight on each. A request that is answered with
// 429 is sent again after a moment, for up to kWaitSeconds; its latency includes the wait. Throws
// Error{io} if the last answer is not 200.
[[nodiscard]] Told load_service(const Wishes& wishes);
// Sends only the digests of the same pages.
[[nodiscard]] Told load_redis(const Wishes& wishes);
// Writes batches of rows into RocksDB, each synced, one after the other, without queries.
[[nodiscard]] Told load_rows(const Wishes& wishes);
// Computes the facts that a store needs of the bodies, in one thread and without a server.
[[nodiscard]] Told load_library(const Wishes& wishes);
// Measures the time until a store can be queried; `pages` is the number of its rows.
[[nodiscard]] Told open_store(const Wishes& wishes);

}  // namespace facsim::bench
