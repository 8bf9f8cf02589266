// SPDX-License-Identifier: Apache-2.0
// The loops in AVX2, compiled with its flags: see raw_kernels.h for what may be included here.
#if defined(__x86_64__)

#include <immintrin.h>

#include "facsim/fingerprint/kernels/md5_lanes_internal.h"
#include "facsim/fingerprint/kernels/positional_internal.h"
#include "facsim/fingerprint/kernels/raw_kernels.h"
#include "facsim/fingerprint/kernels/weighted_internal.h"

namespace facsim {
namespace {

// For each mask of four hashes: the permutation of their halves that moves those in the mask to the
// front.
struct PackFirst {
  consteval PackFirst() {
    for (unsigned mask = 0; mask < 16; ++mask) {
      unsigned to = 0;
      for (unsigned from = 0; from < 4; ++from) {
        if ((mask >> from & 1U) == 0) continue;
        of_mask[mask][2 * to] = 2 * from;
        of_mask[mask][2 * to + 1] = 2 * from + 1;
        ++to;
      }
    }
  }
  alignas(32) unsigned of_mask[16][8] = {};
};
constexpr PackFirst kPackFirst;

struct Avx2 {
  using Vector = __m256i;
  static constexpr unsigned kHashes = 4;

  static Vector load(const void* at) {
    return _mm256_loadu_si256(static_cast<const __m256i_u*>(at));
  }
  static void store(Vector v, void* at) { _mm256_storeu_si256(static_cast<__m256i_u*>(at), v); }
  static Vector broadcast(std::uint64_t hash) {
    return _mm256_set1_epi64x(static_cast<long long>(hash));
  }
  static Vector exclusive_or(Vector a, Vector b) { return _mm256_xor_si256(a, b); }

  // Two of the first four windows begin in the first lane, two in the second.
  static Vector windows(const char* at, Vector shuffle, unsigned /*span*/) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i_u*>(at));
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), shuffle);
  }

  // Returns the low halves of 64-bit products, from products of 32 bits: low * low, plus the bits
  // of low * high and high * low below 2^32 in the upper half.
  template <std::uint64_t kFactor>
  static Vector multiply(Vector x) {
    const Vector crossed = broadcast(kFactor << 32 | kFactor >> 32);
    const Vector cross = _mm256_mullo_epi32(x, crossed);
    const Vector sum = _mm256_add_epi32(cross, _mm256_slli_epi64(cross, 32));
    const Vector upper = _mm256_and_si256(sum, broadcast(0xffffffff00000000U));
    return _mm256_add_epi64(_mm256_mul_epu32(x, broadcast(kFactor)), upper);
  }
  static Vector mix(Vector x) {
    x = _mm256_xor_si256(x, _mm256_srli_epi64(x, 30));
    x = multiply<0xbf58476d1ce4e5b9U>(x);
    x = _mm256_xor_si256(x, _mm256_srli_epi64(x, 27));
    x = multiply<0x94d049bb133111ebU>(x);
    return _mm256_xor_si256(x, _mm256_srli_epi64(x, 31));
  }

  static Vector carry_save(Vector& sum, Vector a, Vector b) {
    const Vector half = _mm256_xor_si256(a, b);
    const Vector carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(half, sum));
    sum = _mm256_xor_si256(sum, half);
    return carry;
  }

  struct Counts {
    __m256i low, high;
  };
  [[gnu::always_inline]] static void count(Vector v, Counts& counts) {
    alignas(32) std::uint64_t hashes[4];
    store(v, hashes);
    // Byte i of the result is first byte i / 8 of the hash, then its bit i % 8.
    const __m256i low_bytes =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i high_bytes = _mm256_add_epi8(low_bytes, _mm256_set1_epi8(4));
    const __m256i bits = broadcast(0x8040201008040201U);
#pragma GCC unroll 4
    for (const std::uint64_t hash : hashes) {
      const __m256i copies = broadcast(hash);
      const __m256i low = _mm256_and_si256(_mm256_shuffle_epi8(copies, low_bytes), bits);
      const __m256i high = _mm256_and_si256(_mm256_shuffle_epi8(copies, high_bytes), bits);
      counts.low = _mm256_sub_epi8(counts.low, _mm256_cmpeq_epi8(low, bits));
      counts.high = _mm256_sub_epi8(counts.high, _mm256_cmpeq_epi8(high, bits));
    }
  }
  static void twice(Counts& counts) {
    counts.low = _mm256_add_epi8(counts.low, counts.low);
    counts.high = _mm256_add_epi8(counts.high, counts.high);
  }
  static void store(const Counts& counts, unsigned char* bytes) {
    store(counts.low, bytes);
    store(counts.high, bytes + 32);
  }

  // A weight in the high halves of the words, for comparison.
  static Vector common(std::int32_t weight) {
    return broadcast(std::uint64_t{static_cast<std::uint32_t>(weight)} << 32);
  }
  static Vector load_features(const char* features, Vector& weights) {
    const Vector first = load(features);
    const Vector second = load(features + 2 * sizeof(Feature));
    weights = _mm256_unpackhi_epi64(first, second);
    return _mm256_unpacklo_epi64(first, second);
  }
  [[gnu::always_inline]] static Vector take_common(Vector hashes, Vector weights,
                                                   Vector common_weights,
                                                   HashesAndWeights<Avx2>& others) {
    const Vector is_common = _mm256_cmpeq_epi64(_mm256_slli_epi64(weights, 32), common_weights);
    const auto mask =
        static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(is_common))) ^ 15U;
    const Vector order = load(kPackFirst.of_mask[mask]);
    store(_mm256_permutevar8x32_epi32(hashes, order), others.hashes + others.count);
    store(_mm256_permutevar8x32_epi32(weights, order), others.weights + others.count);
    others.count += static_cast<unsigned>(__builtin_popcount(mask));
    return _mm256_and_si256(hashes, is_common);
  }

  // Sums of 16 positions in each vector.
  struct SmallSums {
    __m256i of[4];
  };
  [[gnu::always_inline]] static void add(std::uint64_t hash, std::uint16_t weight,
                                         SmallSums& sums) {
    const __m256i copies = broadcast(hash);
    const __m256i weights = _mm256_set1_epi16(static_cast<short>(weight));
    const __m256i bits = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
                                           8192, 16384, -32768);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const __m256i halves = _mm256_set1_epi16(static_cast<short>(0x0100 + 0x0202 * i));
      const __m256i some = _mm256_and_si256(_mm256_shuffle_epi8(copies, halves), bits);
      const __m256i is_set = _mm256_cmpeq_epi16(some, bits);
      sums.of[i] = _mm256_add_epi16(sums.of[i], _mm256_and_si256(is_set, weights));
    }
  }
  static void flush(SmallSums& small, std::int64_t* sums) {
    alignas(32) std::uint16_t words[64];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) store(small.of[i], words + 16 * i);
    for (int i = 0; i < 64; i += 4) {
      const __m128i four = _mm_loadl_epi64(reinterpret_cast<const __m128i_u*>(words + i));
      store(_mm256_add_epi64(load(sums + i), _mm256_cvtepu16_epi64(four)), sums + i);
    }
    small = SmallSums{};
  }

  static void add_wide(std::uint64_t hash, std::int32_t weight, std::int64_t* sums) {
    const __m256i copies = broadcast(hash);
    const __m256i weights = _mm256_set1_epi64x(weight);
    __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    for (int i = 0; i < 64; i += 4) {
      const __m256i is_set = _mm256_cmpeq_epi64(_mm256_and_si256(copies, bits), bits);
      store(_mm256_add_epi64(load(sums + i), _mm256_and_si256(is_set, weights)), sums + i);
      bits = _mm256_slli_epi64(bits, 4);
    }
  }
};

struct Avx2Words {
  using Words = __m256i;
  static constexpr std::size_t kWords = 8;

  static Words constant(std::uint32_t value) { return _mm256_set1_epi32(static_cast<int>(value)); }
  static Words add(Words x, Words y) { return _mm256_add_epi32(x, y); }
  template <int kBitsLeft>
  static Words rotate(Words x) {
    return _mm256_or_si256(_mm256_slli_epi32(x, kBitsLeft), _mm256_srli_epi32(x, 32 - kBitsLeft));
  }
  // Selecting by a bit takes one operation less as x ? y : z = z ^ (x & (y ^ z)).
  static Words f(Words x, Words y, Words z) {
    return _mm256_xor_si256(z, _mm256_and_si256(x, _mm256_xor_si256(y, z)));
  }
  static Words g(Words x, Words y, Words z) { return f(z, x, y); }
  static Words h(Words x, Words y, Words z) { return _mm256_xor_si256(_mm256_xor_si256(x, y), z); }
  static Words i(Words x, Words y, Words z) {
    const Words not_z = _mm256_xor_si256(z, _mm256_set1_epi32(-1));
    return _mm256_xor_si256(y, _mm256_or_si256(x, not_z));
  }

  static Words row(const void* at) { return Avx2::load(at); }
  static void transpose(const Words* rows, Words* columns) {
    const Words low_a = _mm256_unpacklo_epi32(rows[0], rows[1]);
    const Words low_b = _mm256_unpacklo_epi32(rows[2], rows[3]);
    const Words high_a = _mm256_unpackhi_epi32(rows[0], rows[1]);
    const Words high_b = _mm256_unpackhi_epi32(rows[2], rows[3]);
    columns[0] = _mm256_unpacklo_epi64(low_a, low_b);
    columns[1] = _mm256_unpackhi_epi64(low_a, low_b);
    columns[2] = _mm256_unpacklo_epi64(high_a, high_b);
    columns[3] = _mm256_unpackhi_epi64(high_a, high_b);
  }
  static Words bits_of(Words sizes) { return _mm256_slli_epi32(sizes, 3); }
  // 0x80 if the size is 16, otherwise 0.
  static Words bit_behind_sixteen(Words sizes) {
    return _mm256_slli_epi32(_mm256_srli_epi32(sizes, 4), 7);
  }
  static void store_big_endian(Words v, std::uint32_t* at) {
    const __m256i turn = _mm256_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,  //
                                          3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    Avx2::store(_mm256_shuffle_epi8(v, turn), at);
  }
};

void add_byte_windows(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                      std::int64_t* sums) {
  add_windows<Avx2, 1>(text, windows, size, key, sums);
}

void add_utf16_windows(const char16_t* text, std::size_t windows, unsigned size, std::uint64_t key,
                       std::int64_t* sums) {
  add_windows<Avx2, 2>(reinterpret_cast<const char*>(text), windows, size, key, sums);
}

}  // namespace

const RawKernels kAvx2Kernels = {add_weighted<Avx2>, add_hashes<Avx2>, add_byte_windows,
                                 add_utf16_windows, md5_words<Avx2Words>};

}  // namespace facsim

#endif
