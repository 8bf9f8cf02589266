// SPDX-License-Identifier: Apache-2.0
#pragma once
// SimHash: many weighted features in, one 64-bit likeness out.
//
// Pages that share most of their feature weight get fingerprints that differ in few bits. That is
// a tendency, not a guarantee (Charikar, STOC 2002, section 3), which is why verify/ exists.
// Bit i is the sign of the vote of bit i over all hashes; a tie is 0. No features give no
// fingerprint: every empty page on the web would otherwise be one cluster.
//
// Cost: 64 additions a feature, no allocation. The order of the features does not matter.

#include <optional>
#include <span>

#include "facsim/model/feature.h"
#include "facsim/model/fingerprint.h"

namespace facsim {

[[nodiscard]] std::optional<Fingerprint> simhash(std::span<const Feature> features) noexcept;

}  // namespace facsim
