// SPDX-License-Identifier: Apache-2.0
// The loops in AVX2 and BMI2, eight entries at a time. Compiled with its flags: see
// raw_probe_kernels.h for what may be included here.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/index/kernels/probe_loops_internal.h"
#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {
namespace {

struct Avx2 {
  static constexpr std::uint64_t kLanes = 8;

  static std::uint64_t gather(std::uint64_t bits, std::uint64_t mask) {
    return _pext_u64(bits, mask);
  }
  static std::uint64_t scatter(std::uint64_t bits, std::uint64_t mask) {
    return _pdep_u64(bits, mask);
  }
  static unsigned ones(std::uint64_t bits) { return static_cast<unsigned>(_mm_popcnt_u64(bits)); }

  static std::uint64_t sum_of_first(const unsigned char* counts, unsigned count) {
    // The line's 64 bytes; the first 8 are no counts.
    const auto* const line = reinterpret_cast<const __m256i_u*>(counts - 8);
    const __m256i places =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                         21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    const __m256i end = _mm256_set1_epi8(static_cast<char>(count + 8));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i first_half = _mm256_and_si256(
        _mm256_loadu_si256(line), _mm256_and_si256(_mm256_cmpgt_epi8(end, places),
                                                   _mm256_cmpgt_epi8(places, _mm256_set1_epi8(7))));
    const __m256i second_half =
        _mm256_and_si256(_mm256_loadu_si256(line + 1),
                         _mm256_cmpgt_epi8(_mm256_sub_epi8(end, _mm256_set1_epi8(32)), places));
    const __m256i sums =
        _mm256_add_epi64(_mm256_sad_epu8(first_half, zero), _mm256_sad_epu8(second_half, zero));
    const __m128i both =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(both)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(both, 1));
  }

  static __m256i spread(std::uint32_t query) { return _mm256_set1_epi32(static_cast<int>(query)); }

  // Ones of each half byte by table, then summed up to words.
  static std::uint32_t within(const std::uint32_t* low, __m256i query, unsigned budget) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i half = _mm256_set1_epi8(15);
    const __m256i differ =
        _mm256_xor_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i_u*>(low)), query);
    const __m256i bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(differ, half)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(differ, 4), half)));
    const __m256i words =
        _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
    const __m256i beyond = _mm256_cmpgt_epi32(words, _mm256_set1_epi32(static_cast<int>(budget)));
    return ~static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(beyond))) & 255U;
  }
};

}  // namespace

const RawProbeKernels kAvx2ProbeKernels = ProbeLoops<Avx2>::kernels();

}  // namespace facsim

#endif
