// SPDX-License-Identifier: Apache-2.0
#pragma once
// Changes of a row store that can be made again from their number, and who judges what is left.

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "facsim/store/row_store.h"

namespace facsim::fault {

// Change `number` (from 1): some rows, replaced and erased ones among them, and the key "last".
[[nodiscard]] RowChange change_of(std::uint64_t seed, std::uint64_t number);

// How many changes the store has.
[[nodiscard]] std::uint64_t changes_in(const RowStore& store);

// What is wrong: some of the `acknowledged` changes are missing, or the store does not equal what
// exactly the first changes_in() changes make. Throws what reading throws.
[[nodiscard]] std::optional<std::string> complaint(const RowStore& store, std::uint64_t seed,
                                                   std::uint64_t acknowledged);

// The seam is one for the whole process, so stores are opened one after the other.
[[nodiscard]] RowStore open_on(const std::shared_ptr<rocksdb::FileSystem>& files,
                               const std::string& folder, const RowStoreOptions& options);

// Calls `each` for 0 to count - 1 from some threads. RocksDB rests for a second behind a flush that
// failed, so that trials side by side take less time.
void side_by_side(std::uint64_t count, const std::function<void(std::uint64_t)>& each);

// The number in that environment variable, else `otherwise`.
[[nodiscard]] std::uint64_t number_from(const char* variable, std::uint64_t otherwise);

}  // namespace facsim::fault
