// SPDX-License-Identifier: Apache-2.0
// The scan in AVX-512. Compiled with its flags: see bit_sliced_kernels.h for what may be included.
#if defined(__x86_64__)

#if !defined(FACSIM_EMULATE_AVX512)
#include <immintrin.h>
#endif

#include "facsim/index/kernels/bit_sliced_internal.h"

#if !defined(FACSIM_AVX512_BIT_SLICED)
#define FACSIM_AVX512_BIT_SLICED kAvx512BitSliced
#endif

namespace facsim {
namespace {

struct Avx512Sliced {
  using Vector = __m512i;
  static constexpr std::size_t kWords = 8;

  static Vector load(const std::uint64_t* at) { return _mm512_loadu_si512(at); }
  static void store(Vector v, std::uint64_t* at) { _mm512_storeu_si512(at, v); }
  static Vector broadcast(std::uint64_t word) {
    return _mm512_set1_epi64(static_cast<long long>(word));
  }
  static bool is_zero(Vector v) { return _mm512_cmpeq_epi64_mask(v, broadcast(0)) == 0xff; }
  // 0x96 is the parity of three bits, 0xe8 their majority.
  static Vector carry_save(Vector& sum, Vector a, Vector b) {
    const Vector carry = _mm512_ternarylogic_epi64(sum, a, b, 0xe8);
    sum = _mm512_ternarylogic_epi64(sum, a, b, 0x96);
    return carry;
  }
};

}  // namespace

const BitSlicedKernels FACSIM_AVX512_BIT_SLICED = {&SlicedScan<Avx512Sliced>::scan};

}  // namespace facsim

#endif
