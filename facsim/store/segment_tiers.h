// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which segments are merged with a new one, so that many small batches leave few segments?
//
// In a settled index each segment has at least three times the entries of the next, where a small
// one counts as kSegmentEntriesMin: their number grows with the logarithm of the index. A segment
// is only merged into one that has at least 4/3 of its entries, so an entry is rewritten
// log(growth) / log(4/3) times: 8 for each tenfold growth in the worst case, some 3 as measured.
// Only neighbours are merged, so the order of the entries does not change (O'Neil et al., The
// log-structured merge-tree, Acta Informatica 1996, has the idea of levels that grow by a factor).

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace facsim {

// Smaller segments count as if they had this many entries.
inline constexpr std::uint64_t kSegmentEntriesMin = 256;

inline constexpr std::uint64_t kTierGrowth = 3;

// `entries` has the segments' sizes, oldest first, the new one last. Returns the index of the first
// of those to be merged into one; if it is the last, there is nothing to merge. If the merge would
// have more than `entries_max` entries, its oldest segments are left out.
[[nodiscard]] std::size_t first_to_merge(
    std::span<const std::uint64_t> entries,
    std::uint64_t entries_max = std::numeric_limits<std::uint64_t>::max()) noexcept;

// The same for idle times. Every segment costs a query about as much as a large one, so more is
// merged: afterwards each segment has more than kRestGrowth times the entries of all later ones
// together, so a settled index of ten million entries is mostly one or two segments. An entry is
// rewritten up to kRestGrowth times for each growth by that factor.
inline constexpr std::uint64_t kRestGrowth = 32;
[[nodiscard]] std::size_t first_to_merge_at_rest(std::span<const std::uint64_t> entries) noexcept;

}  // namespace facsim
