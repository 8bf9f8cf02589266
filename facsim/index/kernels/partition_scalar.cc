// SPDX-License-Identifier: Apache-2.0
// The partition's loops for every machine: bits are moved run by run.
#include <bit>

#include "facsim/index/kernels/partition_internal.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace facsim {
namespace {

struct ScalarPartition {
  struct Permute {
    explicit Permute(const BitOrder& bit_order) : order(bit_order) {}
    std::uint64_t operator()(std::uint64_t key) const {
      std::uint64_t permuted = 0;
      for (unsigned run = 0; run < order.runs; ++run)
        permuted |= std::rotl(key, order.turn[run]) & order.run_to[run];
      return permuted;
    }
    const BitOrder& order;
  };
  struct Restore {
    explicit Restore(const BitOrder& bit_order) : order(bit_order) {}
    std::uint64_t operator()(std::uint64_t permuted) const {
      std::uint64_t key = 0;
      for (unsigned run = 0; run < order.runs; ++run)
        key |= std::rotr(permuted & order.run_to[run], order.turn[run]);
      return key;
    }
    const BitOrder& order;
  };

  static void stream(const void* line, void* to) {
#if defined(__SSE2__)
    const auto* from = static_cast<const __m128i*>(line);
    for (int part = 0; part < 4; ++part)
      _mm_stream_si128(static_cast<__m128i*>(to) + part, _mm_load_si128(from + part));
#else
    std::memcpy(to, line, sizeof(WaitingLine));
#endif
  }
  static void fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }
};

using Loops = PartitionLoops<ScalarPartition>;

}  // namespace

const PartitionKernels kScalarPartition = {&Loops::permute, &Loops::restore, &Loops::count,
                                           &Loops::scatter};

}  // namespace facsim
