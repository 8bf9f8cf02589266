// SPDX-License-Identifier: Apache-2.0
#pragma once
// Classifies 64 bytes of text at a time: which are ASCII letters or digits, and which are not
// ASCII. Private to this room.
//
// The plain version classifies eight bytes at once in a 64-bit register; if the compiler's target
// has SSE2 (every x86-64), sixteen. Tests compare both with a loop over bytes.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace facsim {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

inline constexpr std::uint64_t kEachByte = 0x0101010101010101U;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080U;

// The first byte in memory becomes the lowest on every machine.
[[nodiscard]] inline std::uint64_t load_eight(const char* bytes) noexcept {
  std::uint64_t x;
  std::memcpy(&x, bytes, sizeof x);
  if constexpr (std::endian::native == std::endian::big) x = __builtin_bswap64(x);
  return x;
}

inline void store_eight(char* bytes, std::uint64_t x) noexcept {
  if constexpr (std::endian::native == std::endian::big) x = __builtin_bswap64(x);
  std::memcpy(bytes, &x, sizeof x);
}

// The high bit of each byte whose value v has first <= v <= last; all bytes must be below 0x80.
[[nodiscard]] constexpr std::uint64_t bytes_within(std::uint64_t x, unsigned first,
                                                   unsigned last) noexcept {
  return (x + kEachByte * (0x80 - first)) & ~(x + kEachByte * (0x7f - last)) & kHighBits;
}

// Gathers the high bits of the eight bytes; the lowest byte's bit comes first.
[[nodiscard]] constexpr std::uint64_t gather_high_bits(std::uint64_t flags) noexcept {
  return ((flags >> 7) * 0x0102040810204080U) >> 56;
}

// Bit i describes byte i.
struct AsciiBits {
  std::uint64_t words = 0;    // letters and digits
  std::uint64_t foreign = 0;  // not ASCII
};

// Classifies bytes[0..63] and writes them to `lowered` with bit 5 set, which turns ASCII letters
// into small letters and leaves digits as they are; the result for all other bytes is meaningless.
[[nodiscard]] inline AsciiBits classify_plain(const char* bytes, char* lowered) noexcept {
  AsciiBits bits;
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint64_t x = load_eight(bytes + 8 * i);
    const std::uint64_t low = x & ~kHighBits;
    const std::uint64_t small = low | (kEachByte * 0x20);
    store_eight(lowered + 8 * i, small);
    const std::uint64_t word = bytes_within(small, 'a', 'z') | bytes_within(low, '0', '9');
    bits.words |= gather_high_bits(word & ~x) << (8 * i);
    bits.foreign |= gather_high_bits(x & kHighBits) << (8 * i);
  }
  return bits;
}

#if defined(__SSE2__)
[[nodiscard]] inline AsciiBits classify(const char* bytes, char* lowered) noexcept {
  const auto within = [](__m128i x, char first, char last) {
    return _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8(static_cast<char>(first - 1))),
                         _mm_cmplt_epi8(x, _mm_set1_epi8(static_cast<char>(last + 1))));
  };
  const auto bits_of_bytes = [](__m128i x) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(x)));
  };
  AsciiBits bits;
  for (unsigned i = 0; i < 4; ++i) {
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * i));
    const __m128i small = _mm_or_si128(x, _mm_set1_epi8(0x20));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(lowered + 16 * i), small);
    // Bytes that are not ASCII are negative here and therefore in no range.
    const __m128i word = _mm_or_si128(within(small, 'a', 'z'), within(x, '0', '9'));
    bits.words |= bits_of_bytes(word) << (16 * i);
    bits.foreign |= bits_of_bytes(x) << (16 * i);
  }
  return bits;
}
#else
[[nodiscard]] inline AsciiBits classify(const char* bytes, char* lowered) noexcept {
  return classify_plain(bytes, lowered);
}
#endif

// Bit i describes byte i of sixteen.
struct SpaceBits {
  std::uint32_t spaces = 0;   // U+0020 and U+0009 to U+000D
  std::uint32_t foreign = 0;  // not ASCII
};

// Classifies bytes[0..15] and writes them to `spaced`, with each white space replaced by ' '.
[[nodiscard]] inline SpaceBits classify_spaces_plain(const char* bytes, char* spaced) noexcept {
  SpaceBits bits;
  for (unsigned i = 0; i < 2; ++i) {
    const std::uint64_t x = load_eight(bytes + 8 * i);
    const std::uint64_t low = x & ~kHighBits;
    const std::uint64_t space = (bytes_within(low, ' ', ' ') | bytes_within(low, '\t', '\r')) & ~x;
    const std::uint64_t whole = (space >> 7) * 0xff;  // 0xff for each byte that is a space
    store_eight(spaced + 8 * i, (x & ~whole) | (whole & (kEachByte * ' ')));
    bits.spaces |= static_cast<std::uint32_t>(gather_high_bits(space) << (8 * i));
    bits.foreign |= static_cast<std::uint32_t>(gather_high_bits(x & kHighBits) << (8 * i));
  }
  return bits;
}

#if defined(__SSE2__)
[[nodiscard]] inline SpaceBits classify_spaces(const char* bytes, char* spaced) noexcept {
  const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i blank = _mm_set1_epi8(' ');
  // Bytes that are not ASCII are negative here.
  const __m128i control = _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8('\t' - 1)),
                                        _mm_cmplt_epi8(x, _mm_set1_epi8('\r' + 1)));
  const __m128i space = _mm_or_si128(_mm_cmpeq_epi8(x, blank), control);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(spaced),
                   _mm_or_si128(_mm_andnot_si128(space, x), _mm_and_si128(space, blank)));
  return {static_cast<std::uint32_t>(_mm_movemask_epi8(space)),
          static_cast<std::uint32_t>(_mm_movemask_epi8(x))};
}
#else
[[nodiscard]] inline SpaceBits classify_spaces(const char* bytes, char* spaced) noexcept {
  return classify_spaces_plain(bytes, spaced);
}
#endif

// The leading ASCII of a text's next 64 bytes, up to the first byte that is not ASCII.
class AsciiWindow {
 public:
  static constexpr std::size_t kBytes = 64;

  // Writes the window's bytes to `lowered[kBytes]`, with ASCII letters in lower case.
  AsciiWindow(std::string_view text, std::size_t at, char* lowered) noexcept {
    const std::size_t left = text.size() - at;
    AsciiBits bits;
    if (left >= kBytes) {
      bits = classify(text.data() + at, lowered);
    } else {
      char padded[kBytes] = {};
      std::memcpy(padded, text.data() + at, left);
      size_ = left;
      bits = classify(padded, lowered);
    }
    words_ = bits.words;
    if (bits.foreign == 0) return;
    size_ = static_cast<std::size_t>(std::countr_zero(bits.foreign));
    words_ &= (std::uint64_t{1} << size_) - 1;
  }

  // Number of leading ASCII bytes.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // Bit i is set if byte i < size() is a letter or a digit.
  [[nodiscard]] std::uint64_t words() const noexcept { return words_; }

 private:
  std::uint64_t words_ = 0;
  std::size_t size_ = kBytes;
};

}  // namespace facsim
