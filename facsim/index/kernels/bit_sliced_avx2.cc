// SPDX-License-Identifier: Apache-2.0
// The scan in AVX2. Compiled with AVX2 flags: see bit_sliced_kernels.h for what may be included.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/index/kernels/bit_sliced_internal.h"

namespace facsim {
namespace {

struct Avx2 {
  using Vector = __m256i;
  static constexpr std::size_t kWords = 4;

  static Vector load(const std::uint64_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(at));
  }
  static void store(Vector v, std::uint64_t* at) {
    _mm256_storeu_si256(reinterpret_cast<__m256i_u*>(at), v);
  }
  static Vector broadcast(std::uint64_t word) {
    return _mm256_set1_epi64x(static_cast<long long>(word));
  }
  static bool is_zero(Vector v) { return _mm256_testz_si256(v, v) != 0; }
  static Vector carry_save(Vector& sum, Vector a, Vector b) {
    const Vector either = a ^ b;
    const Vector carry = (a & b) | (sum & either);
    sum = sum ^ either;
    return carry;
  }
};

}  // namespace

const BitSlicedKernels kAvx2BitSliced = {&SlicedScan<Avx2>::scan};

}  // namespace facsim

#endif
