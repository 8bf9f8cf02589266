// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts runs of what nearly all text consists of: ASCII, and ideographs with their punctuation.
// Private to this room.
//
// The plain versions take one character at a time; if the compiler's target has SSE2 (every
// x86-64), others take sixteen bytes of ASCII or four ideographs at once, without a branch on how
// many of them there are. Tests compare both with each other.
//
// All of them read bytes[0..size), write the converted run at the front of the output, and return
// its number of characters. They may write more after it, but never beyond the stated output size.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "facsim/features/code_points_internal.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace facsim {

[[nodiscard]] constexpr char16_t lower_ascii(char byte) noexcept {
  const unsigned value = static_cast<unsigned char>(byte);
  return static_cast<char16_t>(value - unsigned{'A'} < 26 ? value + 0x20 : value);
}

// Copies ASCII, optionally in lower case, as one unit a byte. Needs space for `size` units.
inline std::size_t widen_ascii_plain(const char* bytes, std::size_t size, bool lower,
                                     char16_t* to) noexcept {
  std::size_t i = 0;
  for (; i < size && static_cast<unsigned char>(bytes[i]) < 0x80; ++i) {
    to[i] = lower ? lower_ascii(bytes[i]) : static_cast<char16_t>(bytes[i]);
  }
  return i;
}

// Which three-byte characters of Chinese text are taken in runs.
enum class Wide {
  ideographs,  // the common ones, which folding does not change
  folded,      // also U+3001..U+3029, which NFKC_Casefold does not change either, and the fullwidth
               // forms of ASCII, U+FF01..U+FF5E, which become lower-case ASCII
};

// Writes one unit for every three bytes. Needs space for `size` units.
template <Wide kWide>
std::size_t widen_wide_plain(const char* bytes, std::size_t size, char16_t* to) noexcept {
  std::size_t count = 0;
  for (; 3 * count + 3 <= size; ++count) {
    const std::uint32_t three = three_bytes(bytes + 3 * count);
    char32_t c = ((three >> 4) & 0xf000U) | ((three >> 2) & 0xfc0U) | (three & 0x3fU);
    const bool is_form = c - 0xff01 < 0xff5f - 0xff01;
    const bool is_more = kWide == Wide::folded && (is_form || c - 0x3001 < 0x302a - 0x3001);
    if ((three & 0xf0c0c0U) != 0xe08080U || !(is_common_ideograph(c) || is_more)) break;
    if (is_form) c = lower_ascii(static_cast<char>(c - 0xfee0));
    to[count] = static_cast<char16_t>(c);
  }
  return count;
}

// Copies characters of Wide::folded unchanged. Needs space for `size` bytes.
inline std::size_t copy_wide_plain(const char* bytes, std::size_t size, char* to) noexcept {
  std::size_t count = 0;
  char16_t unit;
  while (widen_wide_plain<Wide::folded>(bytes + 3 * count,
                                        std::min<std::size_t>(3, size - 3 * count), &unit) == 1) {
    std::memcpy(to + 3 * count, bytes + 3 * count, 3);
    ++count;
  }
  return count;
}

#if defined(__SSE2__)
inline std::size_t widen_ascii(const char* bytes, std::size_t size, bool lower,
                               char16_t* to) noexcept {
  const __m128i case_bit = _mm_set1_epi8(lower ? 0x20 : 0);
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + i));
    // Bytes that are not ASCII are negative here.
    const __m128i is_capital = _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8('A' - 1)),
                                             _mm_cmplt_epi8(x, _mm_set1_epi8('Z' + 1)));
    const __m128i small = _mm_or_si128(x, _mm_and_si128(is_capital, case_bit));
    auto* out = reinterpret_cast<__m128i*>(to + i);
    _mm_storeu_si128(out, _mm_unpacklo_epi8(small, _mm_setzero_si128()));
    _mm_storeu_si128(out + 1, _mm_unpackhi_epi8(small, _mm_setzero_si128()));
    const auto foreign = static_cast<unsigned>(_mm_movemask_epi8(x));
    if (foreign != 0) return i + static_cast<std::size_t>(std::countr_zero(foreign));
  }
  return i + widen_ascii_plain(bytes + i, size - i, lower, to + i);
}

// Marks each word that is within first..last.
[[nodiscard]] inline __m128i words_within(__m128i words, int first, int last) noexcept {
  return _mm_and_si128(_mm_cmpgt_epi32(words, _mm_set1_epi32(first - 1)),
                       _mm_cmplt_epi32(words, _mm_set1_epi32(last + 1)));
}

// Four three-byte characters as words; for other bytes the value is arbitrary and `is_one` is
// false.
struct FourWide {
  explicit FourWide(const char* bytes) noexcept {
    const auto load_four = [bytes](int i) {
      int four;
      std::memcpy(&four, bytes + 3 * i, sizeof four);
      return _mm_cvtsi32_si128(four);
    };
    const auto constant = [](int bits) { return _mm_set1_epi32(bits); };
    // The first byte is lowest; the highest one belongs to the next character.
    const __m128i x = _mm_unpacklo_epi64(_mm_unpacklo_epi32(load_four(0), load_four(1)),
                                         _mm_unpacklo_epi32(load_four(2), load_four(3)));
    is_one = _mm_cmpeq_epi32(_mm_and_si128(x, constant(0xc0c0f0)), constant(0x8080e0));
    const __m128i first = _mm_and_si128(_mm_slli_epi32(x, 12), constant(0xf000));
    const __m128i second = _mm_and_si128(_mm_srli_epi32(x, 2), constant(0xfc0));
    const __m128i third = _mm_and_si128(_mm_srli_epi32(x, 16), constant(0x3f));
    value = _mm_or_si128(_mm_or_si128(first, second), third);
  }

  // Returns how many characters at the front are of the kind.
  template <Wide kWide>
  [[nodiscard]] std::size_t run() const noexcept {
    __m128i is_taken = words_within(value, 0x4e00, 0x9fff);
    if constexpr (kWide == Wide::folded) {
      is_taken = _mm_or_si128(is_taken, words_within(value, 0xff01, 0xff5e));
      is_taken = _mm_or_si128(is_taken, words_within(value, 0x3001, 0x3029));
    }
    is_taken = _mm_and_si128(is_taken, is_one);
    const auto taken = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(is_taken)));
    return static_cast<std::size_t>(std::countr_one(taken));
  }

  // Replaces fullwidth forms by lower-case ASCII.
  void fold() noexcept {
    const __m128i is_form = words_within(value, 0xff01, 0xff5e);
    const __m128i is_capital = words_within(value, 0xff21, 0xff3a);
    value = _mm_sub_epi32(value, _mm_and_si128(is_form, _mm_set1_epi32(0xfee0)));
    value = _mm_or_si128(value, _mm_and_si128(is_capital, _mm_set1_epi32(0x20)));
  }

  void store(char16_t* to) const noexcept {
    // Packing saturates signed numbers, so the values are shifted to signed ones first.
    const __m128i packed =
        _mm_packs_epi32(_mm_sub_epi32(value, _mm_set1_epi32(0x8000)), _mm_setzero_si128());
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to),
                     _mm_xor_si128(packed, _mm_set1_epi16(-0x8000)));
  }

  __m128i is_one;
  __m128i value;
};

template <Wide kWide>
std::size_t widen_wide(const char* bytes, std::size_t size, char16_t* to) noexcept {
  std::size_t count = 0;
  for (; 3 * count + 13 <= size; count += 4) {
    FourWide four(bytes + 3 * count);
    const std::size_t run = four.run<kWide>();
    if constexpr (kWide == Wide::folded) four.fold();
    four.store(to + count);
    if (run < 4) return count + run;
  }
  return count + widen_wide_plain<kWide>(bytes + 3 * count, size - 3 * count, to + count);
}

inline std::size_t copy_wide(const char* bytes, std::size_t size, char* to) noexcept {
  std::size_t count = 0;
  for (; 3 * count + 16 <= size; count += 4) {
    const std::size_t run = FourWide(bytes + 3 * count).run<Wide::folded>();
    std::memcpy(to + 3 * count, bytes + 3 * count, 16);
    if (run < 4) return count + run;
  }
  return count + copy_wide_plain(bytes + 3 * count, size - 3 * count, to + 3 * count);
}
#else
inline std::size_t widen_ascii(const char* bytes, std::size_t size, bool lower,
                               char16_t* to) noexcept {
  return widen_ascii_plain(bytes, size, lower, to);
}
template <Wide kWide>
std::size_t widen_wide(const char* bytes, std::size_t size, char16_t* to) noexcept {
  return widen_wide_plain<kWide>(bytes, size, to);
}
inline std::size_t copy_wide(const char* bytes, std::size_t size, char* to) noexcept {
  return copy_wide_plain(bytes, size, to);
}
#endif

}  // namespace facsim
