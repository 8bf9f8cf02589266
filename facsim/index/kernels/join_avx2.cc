// SPDX-License-Identifier: Apache-2.0
// The comparisons in AVX2. Compiled with its flags: see join_kernels.h for what may be included.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/index/kernels/join_internal.h"

namespace facsim {
namespace {

struct Avx2 {
  using Vector = __m256i;
  static constexpr std::size_t kLanes = 8;

  static Vector load(const std::uint32_t* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(at));
  }
  static Vector broadcast(std::uint32_t number) {
    return _mm256_set1_epi32(static_cast<int>(number));
  }
  static Vector clear_lowest(Vector v) {
    return _mm256_and_si256(v, _mm256_add_epi32(v, _mm256_set1_epi32(-1)));
  }
  // Counts each half byte by a table (Mula, Kurz, Lemire 2018), then sums bytes and pairs of bytes.
  static Vector bit_counts(Vector v) {
    const Vector table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                          2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const Vector half = _mm256_set1_epi8(15);
    const Vector low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, half));
    const Vector high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), half));
    const Vector pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
  }
  static Vector add(Vector a, Vector b) { return _mm256_add_epi32(a, b); }
  static Vector minimum(Vector a, Vector b) { return _mm256_min_epu32(a, b); }
  static unsigned at_most(Vector v, Vector limit) {
    const Vector is_below = _mm256_cmpeq_epi32(_mm256_min_epu32(v, limit), v);
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(is_below)));
  }
};

using Loops = JoinLoops<Avx2>;

}  // namespace

const JoinKernels kAvx2Join = {&Loops::compare_buckets, &Loops::probe_buckets};

}  // namespace facsim

#endif
