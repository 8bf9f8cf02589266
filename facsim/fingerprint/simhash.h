// SPDX-License-Identifier: Apache-2.0
#pragma once
// SimHash: many weighted features in, one 64-bit likeness out.
//
// Pages that share most of their feature weight get fingerprints that differ in few bits. That is
// a tendency, not a guarantee (Charikar, STOC 2002, section 3), which is why verify/ exists.
// Bit i is the sign of the vote of bit i over all hashes; a tie is 0. No features give no
// fingerprint: every empty page on the web would otherwise be one cluster.
//
// Cost: 64 additions a feature, many of them in one instruction; no allocation. Neither the order
// of the features nor the kernel matters to the answer.

#include <cstdint>
#include <optional>
#include <span>

#include "facsim/base/look.h"
#include "facsim/fingerprint/kernels/kernels.h"
#include "facsim/model/feature.h"
#include "facsim/model/fingerprint.h"

namespace facsim {

// By the best kernel that this machine can run.
[[nodiscard]] std::optional<Fingerprint> simhash(std::span<const Feature> features) noexcept;

[[nodiscard]] std::optional<Fingerprint> simhash(std::span<const Feature> features,
                                                 const FingerprintKernels& kernels) noexcept;
// The same for very many features; `look` may cancel it.
[[nodiscard]] std::optional<Fingerprint> simhash(std::span<const Feature> features,
                                                 const FingerprintKernels& kernels,
                                                 const Look& look);

// Returns bit i as 1 if the weight for it is more than the weight against it (the rest of the
// total).
[[nodiscard]] std::uint64_t signs_of(const VoteSums& for_bits, std::int64_t total) noexcept;

}  // namespace facsim
