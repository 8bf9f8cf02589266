// SPDX-License-Identifier: Apache-2.0
#pragma once
// SimHash of 32, 64 or 128 bits over features of any weight: the general implementation.
//
// Weights are doubles that are summed in the given order: whole numbers with a sum below 2^53 give
// the same bits in any order, fractions only in the same order. A tie is 0.

#include <cstdint>
#include <span>

#include "facsim/base/hash64.h"
#include "facsim/model/fingerprint.h"

namespace facsim {

struct WeightedHash {
  Hash128 hash;
  double weight = 0;       // counts in the total of all weights
  double bits_weight = 0;  // votes on the bits; differs only to imitate another program
};

// How a bit is decided: the two differ only in rounding, if weights are fractions.
enum class Majority {
  signed_sum,      // weights for it less weights against it are above 0
  more_than_half,  // weights for it are more than half of all: the Python package simhash
};

// `bits` is the number of low bits. No features give 0; the caller may treat that case differently.
[[nodiscard]] WideFingerprint wide_simhash(std::span<const WeightedHash> features,
                                           std::uint32_t bits,
                                           Majority majority = Majority::signed_sum) noexcept;

// Derives the upper half of a feature's 128 bits if its hash has 64.
[[nodiscard]] constexpr Hash128 widened(std::uint64_t hash) noexcept {
  return {.low = hash, .high = mix64(hash ^ 0x75707065722068fU)};
}

}  // namespace facsim
