// SPDX-License-Identifier: Apache-2.0
#pragma once
// Changes of a row store that can be made again from their number, and who judges what is left.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facsim/store/row_store.h"

namespace facsim::fault {

// Change `number` (from 1): some rows, replaced and erased ones among them, and the key "last".
[[nodiscard]] RowChange change_of(std::uint64_t seed, std::uint64_t number);

// The names of piece `piece`.
[[nodiscard]] std::vector<RowStore::Name> names_of(std::uint64_t seed, std::uint64_t piece);

// How many changes the store has.
[[nodiscard]] std::uint64_t changes_in(const RowStore& store);

struct Promised {
  std::uint64_t changes = 0;          // that were acknowledged
  std::vector<std::uint64_t> pieces;  // of names that were put
};

// What is wrong: acknowledged changes are missing, or the store does not equal what exactly the
// first changes_in() changes make, or names are missing. Throws what reading throws.
[[nodiscard]] std::optional<std::string> complaint(const RowStore& store, std::uint64_t seed,
                                                   const Promised& promised);

// The number in that environment variable, else `otherwise`.
[[nodiscard]] std::uint64_t number_from(const char* variable, std::uint64_t otherwise);

}  // namespace facsim::fault
