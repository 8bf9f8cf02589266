// SPDX-License-Identifier: Apache-2.0
#include "bench/index/faiss_peer.h"

#include <faiss/IndexBinaryHash.h>
#include <faiss/impl/AuxIndexStructures.h>
#include <malloc.h>
#include <omp.h>

#include <algorithm>
#include <vector>

namespace facsim::bench {
namespace {

constexpr std::size_t kPiece = 1 << 16;

double heap_bytes() {
  const auto info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

// FAISS's codes are bytes; it only counts bits that differ and extracts bits.
const std::uint8_t* codes_of(std::span<const std::uint64_t> values) {
  return reinterpret_cast<const std::uint8_t*>(values.data());
}

class MultiHash final : public FaissPeer {
 public:
  MultiHash(const Population& population, int hashes, int bits) : index_(64, hashes, bits) {
    std::vector<std::uint64_t> piece(kPiece);
    const double before = heap_bytes();
    for (std::uint64_t first = 0; first < population.size(); first += kPiece) {
      const auto count = std::min<std::uint64_t>(kPiece, population.size() - first);
      for (std::uint64_t i = 0; i < count; ++i) piece[i] = population.at(first + i);
      index_.add(static_cast<faiss::IndexBinary::idx_t>(count), codes_of(piece));
    }
    bytes_ = (heap_bytes() - before) / static_cast<double>(population.size());
  }

  [[nodiscard]] double bytes_a_fingerprint() const noexcept override { return bytes_; }

  std::uint64_t ask(std::span<const std::uint64_t> queries, int max_distance, int flips) override {
    index_.nflip = flips;
    faiss::RangeSearchResult result(queries.size());
    // The radius of FAISS is exclusive.
    index_.range_search(static_cast<faiss::IndexBinary::idx_t>(queries.size()), codes_of(queries),
                        max_distance + 1, &result);
    return result.lims[queries.size()];
  }

 private:
  faiss::IndexBinaryMultiHash index_;
  double bytes_ = 0;
};

}  // namespace

std::unique_ptr<FaissPeer> make_faiss_peer(const Population& population, int hashes, int bits) {
  ::omp_set_num_threads(1);
  return std::make_unique<MultiHash>(population, hashes, bits);
}

}  // namespace facsim::bench
