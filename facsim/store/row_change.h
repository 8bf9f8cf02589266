// SPDX-License-Identifier: Apache-2.0
#pragma once
// What goes into a row store, how it is opened, and what it counts.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/model/durability.h"

namespace facsim {

struct RowStoreOptions {
  Durability durability = Durability::sync;
  bool create = false;     // makes the folder and the store where they are missing
  bool read_only = false;  // beside a writer or on a read-only disk: the state as it is when opened
  // True: a write that finds the disk full is tried again until there is room; is_retried() says so
  // meanwhile. False: it is a failure like any other.
  bool waits_for_space = false;
  // Block cache, write buffers and recent rows together. The queue and what iterators hold come on
  // top.
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
};

// One change: there whole or not at all, and behind all that was submitted before it. Applied in
// this order: rows, erased, keys.
struct RowChange {
  struct Row {
    std::uint64_t number = 0;  // from 1, or last_row() cannot tell it from none
    std::string bytes;
  };
  struct Key {
    std::string key;
    std::optional<std::string> value;  // nothing: removed
  };
  std::vector<Row> rows;  // put (a row of that number is replaced)
  std::vector<std::uint64_t> erased;
  std::vector<Key> keys;  // small things by name: clusters, crawls, settings
};

// Of a moment; the estimates are RocksDB's. Counts are since opening.
struct RowStoreFigures {
  std::uint64_t disk_bytes = 0;      // tables and logs
  std::uint64_t memory_bytes = 0;    // block cache, write buffers, recent rows and open tables
  std::uint64_t rows = 0;            // an estimate: replaced rows may count twice
  std::uint64_t changes = 0;         // committed
  std::uint64_t changes_in_all = 0;  // since the store was made
  std::uint64_t groups = 0;          // writes of one or more changes
  std::uint64_t syncs = 0;           // of the log
  std::uint64_t largest_group = 0;   // changes
  std::uint64_t queued = 0;          // changes that were submitted and are not decided
  std::uint64_t queued_bytes = 0;
};

}  // namespace facsim
