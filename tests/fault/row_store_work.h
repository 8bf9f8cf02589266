// SPDX-License-Identifier: Apache-2.0
#pragma once
// Changes of a row store that are reproducible from their number, and the check of what is left.

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "facsim/store/row_store.h"

namespace facsim::fault {

// Returns change `number` (from 1): rows, some replaced and some erased, and the key "last".
[[nodiscard]] RowChange change_of(std::uint64_t seed, std::uint64_t number);

// Returns how many changes the store contains.
[[nodiscard]] std::uint64_t changes_in(const RowStore& store);

// Returns the first fault: some of the `acknowledged` changes are missing, or the store does not
// equal the result of its first changes_in() changes. Throws what reading throws.
[[nodiscard]] std::optional<std::string> complaint(const RowStore& store, std::uint64_t seed,
                                                   std::uint64_t acknowledged);

// The seam is global to the process, so stores are opened one after the other.
[[nodiscard]] RowStore open_on(const std::shared_ptr<rocksdb::FileSystem>& files,
                               const std::string& folder, const RowStoreOptions& options);

// Calls `each` with 0 to count - 1 from some threads. Running trials in parallel saves time:
// RocksDB waits for a second after a failed flush.
void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& each);

// Returns the number in that environment variable, or `otherwise`.
[[nodiscard]] std::uint64_t number_from(const char* variable, std::uint64_t otherwise);

}  // namespace facsim::fault
