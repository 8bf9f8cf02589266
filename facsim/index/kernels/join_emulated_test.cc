// SPDX-License-Identifier: Apache-2.0
// Compiles the sources of two AVX-512 kernels a second time, over SIMDe, which implements each
// instruction in plain C++. join_test.cc then compares them with the reference like the others.
#include "facsim/index/kernels/join_emulated_for_test.h"

#if defined(__x86_64__) && __has_include(<simde/x86/avx512.h>)

#include <simde/x86/avx512.h>

// The names that the sources use. SIMDe's own list conflicts with newer compilers' headers.
#define __m512i simde__m512i  // NOLINT(bugprone-reserved-identifier): its name
#define _mm512_add_epi32 simde_mm512_add_epi32
#define _mm512_add_epi8 simde_mm512_add_epi8
#define _mm512_broadcast_i32x4 simde_mm512_broadcast_i32x4
#define _mm512_cmple_epu32_mask simde_mm512_cmple_epu32_mask
#define _mm512_cmpeq_epi64_mask simde_mm512_cmpeq_epi64_mask
#define _mm512_loadu_si512 simde_mm512_loadu_si512
#define _mm512_madd_epi16 simde_mm512_madd_epi16
#define _mm512_maddubs_epi16 simde_mm512_maddubs_epi16
#define _mm512_min_epu32 simde_mm512_min_epu32
#define _mm512_set1_epi16 simde_mm512_set1_epi16
#define _mm512_set1_epi32 simde_mm512_set1_epi32
#define _mm512_set1_epi64 simde_mm512_set1_epi64
#define _mm512_set1_epi8 simde_mm512_set1_epi8
#define _mm512_shuffle_epi8 simde_mm512_shuffle_epi8
#define _mm512_srli_epi32 simde_mm512_srli_epi32
#define _mm512_storeu_si512 simde_mm512_storeu_si512
#define _mm512_ternarylogic_epi64 simde_mm512_ternarylogic_epi64
#define _mm_setr_epi8 simde_mm_setr_epi8

#define FACSIM_EMULATE_AVX512
#define FACSIM_AVX512_JOIN kEmulatedJoin
#define FACSIM_AVX512_BIT_SLICED kEmulatedBitSliced
namespace facsim {
extern const JoinKernels kEmulatedJoin;
extern const BitSlicedKernels kEmulatedBitSliced;
}  // namespace facsim
#include "facsim/index/kernels/bit_sliced_avx512.cc"  // NOLINT(bugprone-suspicious-include)
#include "facsim/index/kernels/join_avx512.cc"        // NOLINT(bugprone-suspicious-include)

namespace facsim {
const JoinKernels* emulated_join_kernels() noexcept { return &kEmulatedJoin; }
const BitSlicedKernels* emulated_bit_sliced_kernels() noexcept { return &kEmulatedBitSliced; }
}  // namespace facsim

#else

namespace facsim {
const JoinKernels* emulated_join_kernels() noexcept { return nullptr; }
const BitSlicedKernels* emulated_bit_sliced_kernels() noexcept { return nullptr; }
}  // namespace facsim

#endif
