// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts queries of the public Hamming indexes to those of the room index.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "facsim/base/error.h"
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

// Refuses a distance that the index does not serve, even if the index has no entry.
[[nodiscard]] inline SearchOptions search_options(const HammingQuestion& question, int served) {
  if (question.max_distance > served) {
    throw Error(ErrorCode::invalid_argument, "the index serves distances up to " +
                                                 std::to_string(served) + ", not " +
                                                 std::to_string(question.max_distance));
  }
  return {.max_distance = question.max_distance < 0 ? served : question.max_distance,
          .limit = question.limit};
}

}  // namespace facsim
