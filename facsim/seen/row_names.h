// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which rows of a store have this id or URL? As its index says: a key table (index/key_table.h) in
// each segment leads from hashes of names to the numbers of rows, also of rows that have no entry.
//
// The keys are 40 bits of a hash, so whoever is led to a row compares the name itself: of 10 M
// pages one look-up in 50,000 is led to a row of another name. 6 bytes a name; a look-up reads one
// or two places a segment, and many wait for them together. Pure functions over an open index,
// callable from any thread.

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "facsim/index/key_table.h"
#include "facsim/known/open_index.h"

namespace facsim {

// Under which rows are found by id or URL, in segments and fronts.
[[nodiscard]] std::uint64_t id_name_hash(std::string_view id) noexcept;
[[nodiscard]] std::uint64_t url_name_hash(std::string_view url) noexcept;

// Calls visit(place of the hash, row) for all rows under these hashes, segment by segment, in each
// of which the rows of one hash ascend. Throws Error{damaged}.
void find_row_names(const OpenIndex& index, std::span<const std::uint64_t> hashes,
                    const std::function<void(std::size_t hash, std::uint64_t row)>& visit);

}  // namespace facsim
