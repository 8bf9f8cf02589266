// SPDX-License-Identifier: Apache-2.0
#pragma once
// FAISS's IndexBinaryMultiHash over the same fingerprints, on one thread. Without the library,
// faiss_absent.cc replaces this file and makes no peer.

#include <cstdint>
#include <memory>
#include <span>

#include "bench/index/population.h"

namespace facsim::bench {

class FaissPeer {
 public:
  virtual ~FaissPeer() = default;
  // Heap memory according to malloc: codes, hash tables and ids.
  [[nodiscard]] virtual double bytes_a_fingerprint() const noexcept = 0;
  // The number of neighbours of the queries within max_distance (inclusive), with up to `flips`
  // bits of each hash flipped. Exact if hashes * (flips + 1) > max_distance.
  virtual std::uint64_t ask(std::span<const std::uint64_t> queries, int max_distance,
                            int flips) = 0;
};

// Returns nothing without FAISS.
[[nodiscard]] std::unique_ptr<FaissPeer> make_faiss_peer(const Population& population, int hashes,
                                                         int bits);

}  // namespace facsim::bench
