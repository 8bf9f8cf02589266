// SPDX-License-Identifier: Apache-2.0
#pragma once
// The runs: each drives one server, or one library, within a count and a time.

#include "bench/service/told.h"
#include "bench/service/wishes.h"

namespace facsim::bench {

// Keep-alive connections, one request on its way on each. Who is told to come again (429) does so
// after a moment, and its time runs on. Throws Error{io} where an answer is another than 200.
[[nodiscard]] Told load_service(const Wishes& wishes);
// The same pages' digests alone.
[[nodiscard]] Told load_redis(const Wishes& wishes);
// Batches of rows into RocksDB, each synced, one after the other; nothing is asked.
[[nodiscard]] Told load_rows(const Wishes& wishes);
// What a store needs to know of the bodies, in one thread and without a server.
[[nodiscard]] Told load_library(const Wishes& wishes);
// Until a store can be asked; `pages` are those of its rows.
[[nodiscard]] Told open_store(const Wishes& wishes);

}  // namespace facsim::bench
