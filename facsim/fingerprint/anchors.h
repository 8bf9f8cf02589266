// SPDX-License-Identifier: Apache-2.0
#pragma once
// A few shingle hashes that represent a page when only parts are shared.
//
// The smallest hashes of a set are a fair sample of it (Broder, SEQUENCES 1997, section 4). The
// number of hashes that a modulus divides grows with the page, so a short page's sample is found in
// the sample of a long page that contains it (Manber, USENIX 1994).

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/model/recipe.h"

namespace facsim {

// `hashes`: a set, ascending (features/shingles.h). Hashes are mixed first, because those of a
// shingle set may be biased. Returns distinct hashes in ascending order. Cost: 2 ns a hash.
[[nodiscard]] std::vector<std::uint64_t> anchors_of(std::span<const std::uint64_t> hashes,
                                                    const AnchorSpec& spec);

}  // namespace facsim
