// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shingles: `shingle_size` units in a row (Broder, SEQUENCES 1997, section 2).

#include <cstdint>
#include <span>
#include <vector>

namespace facsim {

// Clears `set` and fills it with the distinct shingle hashes, ascending. Fewer units than
// `shingle_size` make one shingle of all of them; no units make none.
// Cost: a hash a unit and a radix sort; no allocation once warm (`scratch` is reused).
void shingle_set(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                 std::vector<std::uint64_t>& set, std::vector<std::uint64_t>& scratch);

}  // namespace facsim
