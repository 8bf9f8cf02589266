// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shingles: `shingle_size` units in a row (Broder, SEQUENCES 1997, section 2).
//
// The hash of the shingle u0 u1 ... un is mix64(u0 b^n + u1 b^(n-1) + ... + un) modulo 2^64 with
// b = kShingleBase, which rolls from one shingle to the next in four multiplications whatever its
// size (Karp, Rabin, IBM J. R&D 1987; over units that are uniform 64-bit hashes already).

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/base/look.h"

namespace facsim {

// b = 5 modulo 8, so that powers of b differ by few factors of two and hardly any bits are lost.
inline constexpr std::uint64_t kShingleBase = 0x9e3779b97f4a7c15U;

// Clears `set` and fills it with the distinct shingle hashes, ascending. Fewer units than
// `shingle_size` give one shingle of all of them; no units give none. Cost: 2 ns a unit for the
// hash and 7 for sorting; no allocation once warm (`scratch` is reused). Any input is sorted in n
// log n steps.
void shingle_set(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                 std::vector<std::uint64_t>& set, std::vector<std::uint64_t>& scratch,
                 const Look& look = {});

// Clears `hashes` and fills it with the same hashes in the order of the text, with repeats. A
// sketch is the same for both. Cost: 2 ns a unit.
void shingle_hashes(std::span<const std::uint64_t> units, std::uint32_t shingle_size,
                    std::vector<std::uint64_t>& hashes);

}  // namespace facsim
