// SPDX-License-Identifier: Apache-2.0
// The partition's loops with BMI2, which gathers the bits under a mask in one instruction, and with
// lines written in two halves. Wider vectors would not help: AVX-512 machines use these as well.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/index/kernels/partition_internal.h"

namespace facsim {
namespace {

struct Avx2 {
  struct Permute {
    // If the mask has no bits or all bits, one half is 0, whatever its shift.
    explicit Permute(const BitOrder& order)
        : mask(order.mask), shift((64 - order.mask_bits) & 63U) {}
    std::uint64_t operator()(std::uint64_t key) const {
      return _pext_u64(key, mask) << shift | _pext_u64(key, ~mask);
    }
    std::uint64_t mask;
    unsigned shift;
  };
  struct Restore {
    explicit Restore(const BitOrder& order)
        : mask(order.mask), shift((64 - order.mask_bits) & 63U) {}
    std::uint64_t operator()(std::uint64_t permuted) const {
      return _pdep_u64(permuted >> shift, mask) | _pdep_u64(permuted, ~mask);
    }
    std::uint64_t mask;
    unsigned shift;
  };

  static void stream(const void* line, void* to) {
    const auto* from = static_cast<const __m256i*>(line);
    _mm256_stream_si256(static_cast<__m256i*>(to), _mm256_load_si256(from));
    _mm256_stream_si256(static_cast<__m256i*>(to) + 1, _mm256_load_si256(from + 1));
  }
  static void fence() { _mm_sfence(); }
};

using Loops = PartitionLoops<Avx2>;

}  // namespace

const PartitionKernels kAvx2Partition = {&Loops::permute, &Loops::restore, &Loops::count,
                                         &Loops::scatter};

}  // namespace facsim

#endif
