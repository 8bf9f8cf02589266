// SPDX-License-Identifier: Apache-2.0
// The loops in AVX-512 (F, BW, DQ, VL), compiled with its flags: see raw_kernels.h for what may be
// included here. A test compiles the same source again over an emulation of the instructions, so
// that it is tested on machines that lack them.
#if defined(__x86_64__)

#if !defined(FACSIM_EMULATE_AVX512)
#include <immintrin.h>
#define FACSIM_AVX512_KERNELS kAvx512Kernels
#endif

#include "facsim/fingerprint/kernels/md5_lanes_internal.h"
#include "facsim/fingerprint/kernels/positional_internal.h"
#include "facsim/fingerprint/kernels/raw_kernels.h"
#include "facsim/fingerprint/kernels/weighted_internal.h"

namespace facsim {
namespace {

struct Avx512 {
  using Vector = __m512i;
  static constexpr unsigned kHashes = 8;

  static Vector load(const void* at) { return _mm512_loadu_si512(at); }
  static void store(Vector v, void* at) { _mm512_storeu_si512(at, v); }
  static Vector broadcast(std::uint64_t hash) {
    return _mm512_set1_epi64(static_cast<long long>(hash));
  }
  static Vector exclusive_or(Vector a, Vector b) { return _mm512_xor_si512(a, b); }

  // Four windows in the first two lanes; four that begin `span` bytes later in the others.
  static Vector windows(const char* at, Vector shuffle, unsigned span) {
    const Vector first = _mm512_broadcast_i32x4(load_lane(at));
    const __m256i second = _mm256_broadcastsi128_si256(load_lane(at + span));
    return _mm512_shuffle_epi8(_mm512_inserti64x4(first, second, 1), shuffle);
  }
  static __m128i load_lane(const char* at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  }

  static Vector mix(Vector x) {
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, broadcast(0xbf58476d1ce4e5b9U));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, broadcast(0x94d049bb133111ebU));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
  }

  static Vector carry_save(Vector& sum, Vector a, Vector b) {
    const Vector carry = _mm512_ternarylogic_epi64(sum, a, b, 0xe8);  // the majority
    sum = _mm512_ternarylogic_epi64(sum, a, b, 0x96);                 // the parity
    return carry;
  }

  struct Counts {
    __m512i of;
  };
  [[gnu::always_inline]] static void count(Vector v, Counts& counts) {
    alignas(64) std::uint64_t hashes[8];
    store(v, hashes);
    const __m512i one = _mm512_set1_epi8(1);
#pragma GCC unroll 8
    for (const std::uint64_t hash : hashes) {
      counts.of = _mm512_mask_add_epi8(counts.of, static_cast<__mmask64>(hash), counts.of, one);
    }
  }
  static void twice(Counts& counts) { counts.of = _mm512_add_epi8(counts.of, counts.of); }
  static void store(const Counts& counts, unsigned char* bytes) { store(counts.of, bytes); }

  // A weight in the high halves of the words, for comparison.
  static Vector common(std::int32_t weight) {
    return broadcast(std::uint64_t{static_cast<std::uint32_t>(weight)} << 32);
  }
  static Vector load_features(const char* features, Vector& weights) {
    const Vector first = load(features);
    const Vector second = load(features + 4 * sizeof(Feature));
    weights = _mm512_unpackhi_epi64(first, second);
    return _mm512_unpacklo_epi64(first, second);
  }
  [[gnu::always_inline]] static Vector take_common(Vector hashes, Vector weights,
                                                   Vector common_weights,
                                                   HashesAndWeights<Avx512>& others) {
    const __mmask8 is_common =
        _mm512_cmpeq_epi64_mask(_mm512_slli_epi64(weights, 32), common_weights);
    const auto is_other = static_cast<__mmask8>(~is_common & 0xff);
    // Packed in a register: packing into memory takes hundreds of cycles on some processors.
    store(_mm512_maskz_compress_epi64(is_other, hashes), others.hashes + others.count);
    store(_mm512_maskz_compress_epi64(is_other, weights), others.weights + others.count);
    others.count += static_cast<unsigned>(__builtin_popcount(is_other));
    return _mm512_maskz_mov_epi64(is_common, hashes);
  }

  // Sums of 32 positions in each vector.
  struct SmallSums {
    __m512i low, high;
  };
  [[gnu::always_inline]] static void add(std::uint64_t hash, std::uint16_t weight,
                                         SmallSums& sums) {
    const __m512i weights = _mm512_set1_epi16(static_cast<short>(weight));
    const auto low = static_cast<__mmask32>(hash & 0xffffffffU);
    const auto high = static_cast<__mmask32>(hash >> 32);
    sums.low = _mm512_mask_add_epi16(sums.low, low, sums.low, weights);
    sums.high = _mm512_mask_add_epi16(sums.high, high, sums.high, weights);
  }
  static void flush(SmallSums& small, std::int64_t* sums) {
    alignas(64) std::uint16_t words[64];
    store(small.low, words);
    store(small.high, words + 32);
    for (int i = 0; i < 64; i += 8) {
      const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(words + i));
      store(_mm512_add_epi64(load(sums + i), _mm512_cvtepu16_epi64(eight)), sums + i);
    }
    small = SmallSums{};
  }

  static void add_wide(std::uint64_t hash, std::int32_t weight, std::int64_t* sums) {
    const __m512i weights = _mm512_set1_epi64(weight);
    for (int i = 0; i < 64; i += 8) {
      const auto bits = static_cast<__mmask8>(hash >> i & 0xffU);
      const __m512i old = load(sums + i);
      store(_mm512_mask_add_epi64(old, bits, old, weights), sums + i);
    }
  }
};

struct Avx512Words {
  using Words = __m512i;
  static constexpr std::size_t kWords = 16;

  static Words constant(std::uint32_t value) { return _mm512_set1_epi32(static_cast<int>(value)); }
  static Words add(Words x, Words y) { return _mm512_add_epi32(x, y); }
  template <int kBitsLeft>
  static Words rotate(Words x) {
    return _mm512_rol_epi32(x, kBitsLeft);
  }
  // Any function of three bits is one instruction; bit 4 x + 2 y + z of the constant is its value.
  static Words f(Words x, Words y, Words z) { return _mm512_ternarylogic_epi32(x, y, z, 0xca); }
  static Words g(Words x, Words y, Words z) { return _mm512_ternarylogic_epi32(x, y, z, 0xe4); }
  static Words h(Words x, Words y, Words z) { return _mm512_ternarylogic_epi32(x, y, z, 0x96); }
  static Words i(Words x, Words y, Words z) { return _mm512_ternarylogic_epi32(x, y, z, 0x39); }

  static Words row(const void* at) { return Avx512::load(at); }
  static void transpose(const Words* rows, Words* columns) {
    const Words low_a = _mm512_unpacklo_epi32(rows[0], rows[1]);
    const Words low_b = _mm512_unpacklo_epi32(rows[2], rows[3]);
    const Words high_a = _mm512_unpackhi_epi32(rows[0], rows[1]);
    const Words high_b = _mm512_unpackhi_epi32(rows[2], rows[3]);
    columns[0] = _mm512_unpacklo_epi64(low_a, low_b);
    columns[1] = _mm512_unpackhi_epi64(low_a, low_b);
    columns[2] = _mm512_unpacklo_epi64(high_a, high_b);
    columns[3] = _mm512_unpackhi_epi64(high_a, high_b);
  }
  static Words bits_of(Words sizes) { return _mm512_slli_epi32(sizes, 3); }
  // 0x80 if the size is 16, otherwise 0.
  static Words bit_behind_sixteen(Words sizes) {
    return _mm512_slli_epi32(_mm512_srli_epi32(sizes, 4), 7);
  }
  static void store_big_endian(Words v, std::uint32_t* at) {
    const __m512i turn =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    Avx512::store(_mm512_shuffle_epi8(v, turn), at);
  }
};

void add_byte_windows(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                      std::int64_t* sums) {
  add_windows<Avx512, 1>(text, windows, size, key, sums);
}

void add_utf16_windows(const char16_t* text, std::size_t windows, unsigned size, std::uint64_t key,
                       std::int64_t* sums) {
  add_windows<Avx512, 2>(reinterpret_cast<const char*>(text), windows, size, key, sums);
}

}  // namespace

extern const RawKernels FACSIM_AVX512_KERNELS;
const RawKernels FACSIM_AVX512_KERNELS = {add_weighted<Avx512>, add_hashes<Avx512>,
                                          add_byte_windows, add_utf16_windows,
                                          md5_words<Avx512Words>};

}  // namespace facsim

#endif
