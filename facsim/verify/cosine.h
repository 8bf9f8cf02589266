// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cosine of two weighted term vectors: the slow, exact likeness that SimHash approximates
// (Salton, Wong, Yang, CACM 1975).

#include <span>

#include "facsim/model/feature.h"

namespace facsim {

// Returns the cosine of the vectors, 0..1 for weights that are not negative; 0 if one is empty.
// Features with the same hash are added up first.
[[nodiscard]] double cosine(std::span<const Feature> first, std::span<const Feature> second);

}  // namespace facsim
