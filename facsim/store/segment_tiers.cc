// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/segment_tiers.h"

#include <algorithm>

namespace facsim {

std::size_t first_to_merge(std::span<const std::uint64_t> entries,
                           std::uint64_t entries_max) noexcept {
  if (entries.empty()) return 0;
  // From the end: merged segments count as one, which may be too large for the one before it.
  std::size_t first = entries.size() - 1;
  std::uint64_t merged = entries[first];
  std::uint64_t behind = 0;  // entries from the current segment to the first merged one
  std::uint64_t next = merged;
  for (std::size_t i = first; i-- > 0;) {
    if (entries[i] < kTierGrowth * std::max(next, kSegmentEntriesMin)) {
      merged += behind + entries[i];
      behind = 0;
      first = i;
      next = merged;
    } else {
      behind += entries[i];
      next = entries[i];
    }
  }
  for (; first + 1 < entries.size() && merged > entries_max; ++first) merged -= entries[first];
  return first;
}

std::size_t first_to_merge_at_rest(std::span<const std::uint64_t> entries) noexcept {
  std::size_t first = entries.empty() ? 0 : entries.size() - 1;
  std::uint64_t behind = 0;
  for (std::size_t i = entries.size(); i-- > 0;) {
    const bool is_last = i + 1 == entries.size();
    if (!is_last && entries[i] <= kRestGrowth * std::max(behind, kSegmentEntriesMin)) first = i;
    behind += entries[i];
  }
  return first;
}

}  // namespace facsim
