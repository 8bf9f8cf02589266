// SPDX-License-Identifier: Apache-2.0
// The loops in AVX2 and BMI2, eight entries at a time. Compiled with its flags: see
// raw_probe_kernels.h for what may be included here.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/index/kernels/probe_loops_internal.h"
#include "facsim/index/kernels/raw_probe_kernels.h"

namespace facsim {
namespace {

// The 64 bytes from kTaken + 56 - n on have all bits set in the first 8 + n bytes.
struct TakenBytes {
  unsigned char bytes[128] = {};
  constexpr TakenBytes() {
    for (int i = 0; i < 64; ++i) bytes[i] = 255;
  }
};
alignas(64) constexpr TakenBytes kTakenBytes;
constexpr const unsigned char* kTaken = kTakenBytes.bytes;

struct Avx2 {
  using Query = __m256i;
  static constexpr std::uint64_t kLanes = 8;

  static std::uint64_t gather(std::uint64_t bits, std::uint64_t mask) {
    return _pext_u64(bits, mask);
  }
  static std::uint64_t scatter(std::uint64_t bits, std::uint64_t mask) {
    return _pdep_u64(bits, mask);
  }
  static unsigned ones(std::uint64_t bits) { return static_cast<unsigned>(_mm_popcnt_u64(bits)); }

  static std::uint64_t sum_of_line(const unsigned char* line, unsigned slot) {
    const auto* const halves = reinterpret_cast<const __m256i_u*>(line);
    const auto* const taken = reinterpret_cast<const __m256i_u*>(kTaken + 56 - slot);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i half = _mm256_loadu_si256(halves);
    const __m256i first = _mm256_sad_epu8(_mm256_and_si256(half, _mm256_loadu_si256(taken)), zero);
    const __m256i second = _mm256_sad_epu8(
        _mm256_and_si256(_mm256_loadu_si256(halves + 1), _mm256_loadu_si256(taken + 1)), zero);
    // The line's number replaces the sum of its own eight bytes.
    const __m256i sums = _mm256_add_epi64(_mm256_blend_epi32(first, half, 3), second);
    const __m128i both =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(both)) +
           static_cast<std::uint64_t>(_mm_extract_epi64(both, 1));
  }

  static __m256i spread(std::uint32_t query) { return _mm256_set1_epi32(static_cast<int>(query)); }

  // Counts the ones of each half byte by a table, then sums them up to words.
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
