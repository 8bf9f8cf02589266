// SPDX-License-Identifier: Apache-2.0
#pragma once
// Questions of the public Hamming indexes as the room index takes them.

#include <cstdint>
#include <span>
#include <vector>

#include "facsim/hamming_index.h"
#include "facsim/index/hamming_search.h"

namespace facsim {

[[nodiscard]] inline std::vector<std::uint64_t> plain_bits(
    std::span<const Fingerprint> fingerprints) {
  std::vector<std::uint64_t> bits;
  bits.reserve(fingerprints.size());
  for (const Fingerprint fingerprint : fingerprints) bits.push_back(bits_of(fingerprint));
  return bits;
}

[[nodiscard]] inline SearchOptions search_options(const HammingQuestion& question, int served) {
  return {.max_distance = question.max_distance < 0 ? served : question.max_distance,
          .limit = question.limit};
}

}  // namespace facsim
