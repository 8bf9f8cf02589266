// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shingles: `shingle_size` units in a row (Broder, SEQUENCES 1997, section 2).
//
// The hash of the shingle u0 u1 ... un is combine(...combine(combine(u0, u1), u2)..., un) of
// base/hash64.h; a shingle of one unit has that unit's hash.

#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

// Clears `set` and fills it with the distinct shingle hashes, ascending. Fewer units than
// `shingle_size` make one shingle of all of them; no units make none.
// Cost: 3 ns a unit for the hash and 6 for the order; no allocation once warm (`scratch` is
// reused). Any input is sorted in n log n steps.
void shingle_set(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                 std::vector<std::uint64_t>& set, std::vector<std::uint64_t>& scratch);

}  // namespace facsim
