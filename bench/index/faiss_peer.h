// SPDX-License-Identifier: Apache-2.0
#pragma once
// FAISS's IndexBinaryMultiHash over the same fingerprints, on one thread. Where the library is not
// there, faiss_absent.cc stands for it and makes none.

#include <cstdint>
#include <memory>
#include <span>

#include "bench/index/population.h"

namespace facsim::bench {

class FaissPeer {
 public:
  virtual ~FaissPeer() = default;
  // Of the heap, as malloc counts it: codes, hash tables and ids.
  [[nodiscard]] virtual double bytes_a_fingerprint() const noexcept = 0;
  // Neighbours of the queries within max_distance, this distance included, with up to `flips` bits
  // of each hash flipped. Exact where hashes * (flips + 1) > max_distance.
  virtual std::uint64_t ask(std::span<const std::uint64_t> queries, int max_distance,
                            int flips) = 0;
};

// Nothing without FAISS.
[[nodiscard]] std::unique_ptr<FaissPeer> make_faiss_peer(const Population& population, int hashes,
                                                         int bits);

}  // namespace facsim::bench
