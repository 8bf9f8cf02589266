// SPDX-License-Identifier: Apache-2.0
// The loops in AVX-512 (F, BW, DQ, VL) and BMI2, sixteen entries at a time. Compiled with its
// flags: see raw_probe_kernels.h for what may be included here.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/index/kernels/probe_loops_internal.h"
#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {
namespace {

struct Avx512 {
  using Query = __m512i;
  static constexpr std::uint64_t kLanes = 16;

  static std::uint64_t gather(std::uint64_t bits, std::uint64_t mask) {
    return _pext_u64(bits, mask);
  }
  static std::uint64_t scatter(std::uint64_t bits, std::uint64_t mask) {
    return _pdep_u64(bits, mask);
  }
  static unsigned ones(std::uint64_t bits) { return static_cast<unsigned>(_mm_popcnt_u64(bits)); }

  static std::uint64_t sum_of_line(const unsigned char* line, unsigned slot) {
    std::uint64_t number;
    __builtin_memcpy(&number, line, sizeof number);
    const __mmask64 taken = ((std::uint64_t{1} << slot) - 1) << 8;
    const __m512i sums =
        _mm512_sad_epu8(_mm512_maskz_loadu_epi8(taken, line), _mm512_setzero_si512());
    return number + static_cast<std::uint64_t>(_mm512_reduce_add_epi64(sums));
  }

  static __m512i spread(std::uint32_t query) { return _mm512_set1_epi32(static_cast<int>(query)); }

  static std::uint32_t within(const std::uint32_t* low, __m512i query, unsigned budget) {
    const __m512i table =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i half = _mm512_set1_epi8(15);
    const __m512i differ = _mm512_xor_si512(_mm512_loadu_si512(low), query);
    const __m512i bytes = _mm512_add_epi8(
        _mm512_shuffle_epi8(table, _mm512_and_si512(differ, half)),
        _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(differ, 4), half)));
    const __m512i words =
        _mm512_madd_epi16(_mm512_maddubs_epi16(bytes, _mm512_set1_epi8(1)), _mm512_set1_epi16(1));
    return _mm512_cmple_epi32_mask(words, _mm512_set1_epi32(static_cast<int>(budget)));
  }
};

}  // namespace

const RawProbeKernels kAvx512ProbeKernels = ProbeLoops<Avx512>::kernels();

}  // namespace facsim

#endif
