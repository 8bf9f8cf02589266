// SPDX-License-Identifier: Apache-2.0
// Compiles the source of the AVX-512 kernel a second time, over SIMDe, which implements each
// instruction in plain C++. kernels_test.cc then tests it like the other kernels.
#include "facsim/fingerprint/kernels/avx512_emulated_for_test.h"

#if defined(__x86_64__) && __has_include(<simde/x86/avx512.h>)

#include <simde/x86/avx512.h>

// The names that the source uses. SIMDe's own list of them conflicts with newer compilers' headers.
// NOLINTBEGIN(bugprone-reserved-identifier): its names
#define __m256i simde__m256i
#define __m512i simde__m512i
#define __mmask32 simde__mmask32
#define __mmask64 simde__mmask64
#define __mmask8 simde__mmask8
// NOLINTEND(bugprone-reserved-identifier)
#define _mm256_broadcastsi128_si256 simde_mm256_broadcastsi128_si256
#define _mm512_add_epi32 simde_mm512_add_epi32
#define _mm512_add_epi64 simde_mm512_add_epi64
#define _mm512_add_epi8 simde_mm512_add_epi8
#define _mm512_broadcast_i32x4 simde_mm512_broadcast_i32x4
#define _mm512_cmpeq_epi64_mask simde_mm512_cmpeq_epi64_mask
#define _mm512_cvtepu16_epi64 widened
#define _mm512_inserti64x4 simde_mm512_inserti64x4
#define _mm512_loadu_si512 simde_mm512_loadu_si512
#define _mm512_mask_add_epi16 simde_mm512_mask_add_epi16
#define _mm512_mask_add_epi64 simde_mm512_mask_add_epi64
#define _mm512_mask_add_epi8 simde_mm512_mask_add_epi8
#define _mm512_maskz_compress_epi64 simde_mm512_maskz_compress_epi64
#define _mm512_maskz_mov_epi64 simde_mm512_maskz_mov_epi64
#define _mm512_mullo_epi64 simde_mm512_mullo_epi64
#define _mm512_rol_epi32 simde_mm512_rol_epi32
#define _mm512_set1_epi16 simde_mm512_set1_epi16
#define _mm512_set1_epi32 simde_mm512_set1_epi32
#define _mm512_set1_epi64 simde_mm512_set1_epi64
#define _mm512_set1_epi8 simde_mm512_set1_epi8
#define _mm512_shuffle_epi8 simde_mm512_shuffle_epi8
#define _mm512_slli_epi32 simde_mm512_slli_epi32
#define _mm512_slli_epi64 simde_mm512_slli_epi64
#define _mm512_srli_epi32 simde_mm512_srli_epi32
#define _mm512_srli_epi64 simde_mm512_srli_epi64
#define _mm512_storeu_si512 simde_mm512_storeu_si512
#define _mm512_ternarylogic_epi32 simde_mm512_ternarylogic_epi32
#define _mm512_ternarylogic_epi64 simde_mm512_ternarylogic_epi64
#define _mm512_unpackhi_epi32 simde_mm512_unpackhi_epi32
#define _mm512_unpackhi_epi64 simde_mm512_unpackhi_epi64
#define _mm512_unpacklo_epi32 simde_mm512_unpacklo_epi32
#define _mm512_unpacklo_epi64 simde_mm512_unpacklo_epi64
#define _mm512_xor_si512 simde_mm512_xor_si512

namespace {

// SIMDe 0.7.4 has no vpmovzxwq.
simde__m512i widened(simde__m128i words) {
  std::uint16_t from[8];
  std::uint64_t to[8];
  __builtin_memcpy(from, &words, sizeof from);
  for (int i = 0; i < 8; ++i) to[i] = from[i];
  return simde_mm512_loadu_si512(to);
}

}  // namespace

#define FACSIM_EMULATE_AVX512
#define FACSIM_AVX512_KERNELS kEmulatedAvx512Kernels
#include "facsim/fingerprint/kernels/avx512.cc"  // NOLINT(bugprone-suspicious-include)

namespace facsim {
const RawKernels* emulated_avx512_kernels() noexcept { return &kEmulatedAvx512Kernels; }
}  // namespace facsim

#else

namespace facsim {
const RawKernels* emulated_avx512_kernels() noexcept { return nullptr; }
}  // namespace facsim

#endif
