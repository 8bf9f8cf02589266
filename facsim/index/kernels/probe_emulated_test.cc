// SPDX-License-Identifier: Apache-2.0
// Compiles the source of the AVX-512 kernel a second time, over SIMDe, which implements each
// instruction in plain C++, and with bits gathered by hand. probe_kernels_test.cc then compares it
// with the reference like the others.
#include "facsim/index/kernels/probe_emulated_for_test.h"

#if defined(__x86_64__) && __has_include(<simde/x86/avx512.h>)

#include <immintrin.h>
#include <simde/x86/avx512.h>

// The names that the source uses. SIMDe's own list of them conflicts with newer compilers' headers.
// NOLINTBEGIN(bugprone-reserved-identifier): its names
#define __m512i simde__m512i
#define __mmask64 simde__mmask64
// NOLINTEND(bugprone-reserved-identifier)
#define _mm512_add_epi8 simde_mm512_add_epi8
#define _mm512_and_si512 simde_mm512_and_si512
#define _mm512_broadcast_i32x4 simde_mm512_broadcast_i32x4
#undef _mm512_cmple_epi32_mask  // some compilers have a macro for it
#define _mm512_cmple_epi32_mask simde_mm512_cmple_epi32_mask
#define _mm512_loadu_si512 simde_mm512_loadu_si512
#define _mm512_madd_epi16 simde_mm512_madd_epi16
#define _mm512_maddubs_epi16 simde_mm512_maddubs_epi16
#define _mm512_sad_epu8 simde_mm512_sad_epu8
#define _mm512_set1_epi16 simde_mm512_set1_epi16
#define _mm512_set1_epi32 simde_mm512_set1_epi32
#define _mm512_set1_epi8 simde_mm512_set1_epi8
#define _mm512_setzero_si512 simde_mm512_setzero_si512
#define _mm512_shuffle_epi8 simde_mm512_shuffle_epi8
#define _mm512_srli_epi16 simde_mm512_srli_epi16
#define _mm512_xor_si512 simde_mm512_xor_si512
#define _mm512_reduce_add_epi64 sum_of_words
#define _mm512_maskz_loadu_epi8 load_some_bytes
#define _pext_u64 gathered
#define _pdep_u64 scattered
#define _mm_popcnt_u64 __builtin_popcountll

namespace {

long long sum_of_words(simde__m512i words) {
  long long each[8];
  __builtin_memcpy(each, &words, sizeof each);
  long long sum = 0;
  for (const long long word : each) sum += word;
  return sum;
}

simde__m512i load_some_bytes(unsigned long long mask, const void* at) {
  unsigned char bytes[64];
  __builtin_memcpy(bytes, at, sizeof bytes);
  for (int i = 0; i < 64; ++i) {
    if ((mask >> i & 1U) == 0) bytes[i] = 0;
  }
  return simde_mm512_loadu_si512(bytes);
}

unsigned long long gathered(unsigned long long bits, unsigned long long mask) {
  unsigned long long result = 0;
  for (int to = 0; mask != 0; mask &= mask - 1) {
    result |= (bits >> __builtin_ctzll(mask) & 1U) << to++;
  }
  return result;
}

unsigned long long scattered(unsigned long long bits, unsigned long long mask) {
  unsigned long long result = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) {
    result |= (bits & 1U) << __builtin_ctzll(mask);
  }
  return result;
}

}  // namespace

#define kAvx512ProbeKernels kEmulatedProbeKernels
#define Avx512 EmulatedAvx512
namespace facsim {
extern const RawProbeKernels kEmulatedProbeKernels;
}
#include "facsim/index/kernels/probe_avx512.cc"  // NOLINT(bugprone-suspicious-include)

namespace facsim {
const RawProbeKernels* emulated_avx512_probe_kernels() noexcept { return &kEmulatedProbeKernels; }
}  // namespace facsim

#else

namespace facsim {
const RawProbeKernels* emulated_avx512_probe_kernels() noexcept { return nullptr; }
}  // namespace facsim

#endif
