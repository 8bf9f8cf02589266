// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/anchors.h"

#include <algorithm>

#include "facsim/base/hash64.h"

namespace facsim {

std::vector<std::uint64_t> anchors_of(std::span<const std::uint64_t> hashes,
                                      const AnchorSpec& spec) {
  constexpr std::uint64_t kSalt = 0x616e63686f72732eU;
  std::vector<std::uint64_t> anchors;
  std::vector<std::uint64_t> smallest;  // a heap, its largest element first
  for (const std::uint64_t hash : hashes) {
    const std::uint64_t mixed = mix64(hash ^ kSalt);
    if (spec.modulus != 0 && mixed % spec.modulus == 0) anchors.push_back(mixed);
    if (smallest.size() < spec.smallest) {
      smallest.push_back(mixed);
      std::ranges::push_heap(smallest);
    } else if (!smallest.empty() && mixed < smallest.front()) {
      std::ranges::pop_heap(smallest);
      smallest.back() = mixed;
      std::ranges::push_heap(smallest);
    }
  }
  anchors.insert(anchors.end(), smallest.begin(), smallest.end());
  std::ranges::sort(anchors);
  anchors.erase(std::unique(anchors.begin(), anchors.end()), anchors.end());
  return anchors;
}

}  // namespace facsim
