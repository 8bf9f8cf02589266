// SPDX-License-Identifier: Apache-2.0
// The comparisons in AVX-512. Compiled with its flags: see join_kernels.h for what may be included.
#if defined(__x86_64__)

#if !defined(FACSIM_EMULATE_AVX512)
#include <immintrin.h>
#endif

#include "facsim/index/kernels/join_internal.h"

#if !defined(FACSIM_AVX512_JOIN)
#define FACSIM_AVX512_JOIN kAvx512Join
#endif

namespace facsim {
namespace {

struct Avx512Join {
  using Vector = __m512i;
  static constexpr std::size_t kLanes = 16;

  static Vector load(const std::uint32_t* at) { return _mm512_loadu_si512(at); }
  static Vector broadcast(std::uint32_t number) {
    return _mm512_set1_epi32(static_cast<int>(number));
  }
  static Vector clear_lowest(Vector v) { return v & _mm512_add_epi32(v, _mm512_set1_epi32(-1)); }
  // Counts each half byte by a table (Mula, Kurz, Lemire 2018), then sums bytes and pairs of bytes.
  static Vector bit_counts(Vector v) {
    const Vector table =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const Vector half = _mm512_set1_epi8(15);
    const Vector low = _mm512_shuffle_epi8(table, v & half);
    const Vector high = _mm512_shuffle_epi8(table, _mm512_srli_epi32(v, 4) & half);
    const Vector pairs = _mm512_maddubs_epi16(_mm512_add_epi8(low, high), _mm512_set1_epi8(1));
    return _mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
  }
  static Vector add(Vector a, Vector b) { return _mm512_add_epi32(a, b); }
  static Vector minimum(Vector a, Vector b) { return _mm512_min_epu32(a, b); }
  static unsigned at_most(Vector v, Vector limit) {
    return static_cast<unsigned>(_mm512_cmple_epu32_mask(v, limit));
  }
};

using JoinLoops512 = JoinLoops<Avx512Join>;

}  // namespace

const JoinKernels FACSIM_AVX512_JOIN = {&JoinLoops512::compare_buckets,
                                        &JoinLoops512::probe_buckets};

}  // namespace facsim

#endif
