// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the rows of a store that have a given id or URL, in the store's index: a key table
// (index/key_table.h) in each segment leads from hashes of names to the numbers of rows, including
// rows without an entry (copies).
//
// The keys are 40 bits of a hash, so the caller must compare the name itself: of 10 M pages, one
// look-up in 50,000 finds a row with another name. Cost: 6 bytes a name; a look-up reads one or two
// places a segment, and many look-ups wait for their reads together. Pure functions over an open
// index, callable from any thread.

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "facsim/index/key_table.h"
#include "facsim/known/open_index.h"

namespace facsim {

// The hashes by which segments and memtables find rows by id or URL.
[[nodiscard]] std::uint64_t id_name_hash(std::string_view id) noexcept;
[[nodiscard]] std::uint64_t url_name_hash(std::string_view url) noexcept;

// Calls visit(index of the hash, row) for all rows under these hashes, segment by segment; in each
// segment the rows of one hash ascend. Throws Error{damaged}.
void find_row_names(const OpenIndex& index, std::span<const std::uint64_t> hashes,
                    const std::function<void(std::size_t hash, std::uint64_t row)>& visit);

}  // namespace facsim
