// SPDX-License-Identifier: Apache-2.0
#pragma once
// A change of a row store, the options to open one, and its figures.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/model/durability.h"

namespace facsim {

struct RowStoreOptions {
  Durability durability = Durability::sync;
  bool create = false;     // makes the folder and the store if they are missing
  bool read_only = false;  // beside a writer or on a read-only disk: the state as it is when opened
  // True: a write that finds the disk full is retried until there is space, and is_retried() is
  // true meanwhile. False: it fails like any other write.
  bool waits_for_space = false;
  // Block cache, write buffers and recent rows together. The queue and the memory of iterators come
  // on top.
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
};

// One change: applied completely or not at all, and after all that was submitted before it. Its
// parts are applied in this order: rows, erased, keys.
struct RowChange {
  struct Row {
    std::uint64_t number = 0;  // from 1, because last_row() returns 0 for an empty store
    std::string bytes;
  };
  struct Key {
    std::string key;
    std::optional<std::string> value;  // nothing: the key is removed
  };
  std::vector<Row> rows;  // written (an existing row of that number is replaced)
  std::vector<std::uint64_t> erased;
  std::vector<Key> keys;  // small values by name: clusters, crawls, settings
};

// The figures of one moment; estimates come from RocksDB. Counts are since opening.
struct RowStoreFigures {
  std::uint64_t disk_bytes = 0;      // tables and logs
  std::uint64_t memory_bytes = 0;    // block cache, write buffers, recent rows and open tables
  std::uint64_t rows = 0;            // an estimate: replaced rows may count twice
  std::uint64_t changes = 0;         // committed
  std::uint64_t changes_in_all = 0;  // since the store was created
  std::uint64_t groups = 0;          // writes of one or more changes
  std::uint64_t syncs = 0;           // of the log
  std::uint64_t largest_group = 0;   // changes
  std::uint64_t queued = 0;          // changes submitted, but neither committed nor failed
  std::uint64_t queued_bytes = 0;
};

}  // namespace facsim
