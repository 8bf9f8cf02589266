// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the characters of 64 bytes of text at a time: letters and digits, and other visible ASCII.
// Private to this room.
//
// ASCII is counted wherever it occurs, since no byte of any other character is ASCII. The SSE2
// version (every x86-64) also counts letters that it recognises by their first bytes: nearly all
// Cyrillic, hangul and ideographs. The plain version leaves them to the caller's tables. Tests
// compare both with a loop over characters.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "facsim/features/ascii_blocks_internal.h"
#include "facsim/features/bare_characters.h"

namespace facsim {

// Bit i describes byte i. Characters may extend into the next block.
struct ForeignBits {
  std::uint64_t bytes = 0;   // not ASCII
  std::uint64_t threes = 0;  // first bytes of counted three-byte characters
  std::uint64_t twos = 0;    // first bytes of counted two-byte characters

  // All bytes of these characters that are in this block.
  [[nodiscard]] std::uint64_t counted() const noexcept {
    return threes | (threes << 1) | (threes << 2) | twos | (twos << 1);
  }
  [[nodiscard]] std::uint64_t left() const noexcept { return bytes & ~counted(); }
  // The bytes of these characters that are in the next block.
  [[nodiscard]] std::uint64_t counted_behind() const noexcept {
    return (threes >> 63) * 3 | ((threes >> 62) & 1U) | (twos >> 63);
  }
};

class PlainLanes {
 public:
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kReadAfter = 0;  // bytes after a block that are read

  // Counts the ASCII in bytes[0..63]. Returns true if all of them are ASCII.
  bool take_ascii(const char* bytes) noexcept {
    std::uint64_t foreign = 0;
    for (unsigned i = 0; i < kBytes / 8; ++i) {
      const std::uint64_t x = load_eight(bytes + 8 * i);
      const std::uint64_t low = x & ~kHighBits;
      const std::uint64_t word =
          bytes_within(low | (kEachByte * 0x20), 'a', 'z') | bytes_within(low, '0', '9');
      const std::uint64_t visible = bytes_within(low, '!', '~');
      units_ += sum_of_flags(word & ~x);
      bare_ += sum_of_flags(visible & ~word & ~x);
      foreign |= x;
    }
    return (foreign & kHighBits) == 0;
  }
  [[nodiscard]] static ForeignBits find_letters(const char* bytes) noexcept {
    ForeignBits bits;
    for (unsigned i = 0; i < kBytes / 8; ++i) {
      bits.bytes |= gather_high_bits(load_eight(bytes + 8 * i) & kHighBits) << (8 * i);
    }
    return bits;
  }
  static void find_more_twos(const char* /*bytes*/, ForeignBits& /*bits*/) noexcept {}
  void flush(CharacterCounts& counts) noexcept {
    counts.in_units += units_;
    counts.bare += bare_;
    units_ = bare_ = 0;
  }

 private:
  [[nodiscard]] static std::uint64_t sum_of_flags(std::uint64_t flags) noexcept {
    return ((flags >> 7) * kEachByte) >> 56;
  }

  std::uint64_t units_ = 0;
  std::uint64_t bare_ = 0;
};

#if defined(__SSE2__)
class Sse2Lanes {
 public:
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kReadAfter = 2;

  bool take_ascii(const char* bytes) noexcept {
    __m128i foreign = _mm_setzero_si128();
    for (unsigned i = 0; i < kBytes / 16; ++i) {
      const __m128i x = load(bytes + 16 * i);
      const __m128i small = _mm_or_si128(x, _mm_set1_epi8(0x20));
      const __m128i word = _mm_or_si128(within(small, 'a', 'z'), within(x, '0', '9'));
      units_ = _mm_sub_epi8(units_, word);  // true is -1
      bare_ = _mm_sub_epi8(bare_, _mm_andnot_si128(word, within(x, '!', '~')));
      foreign = _mm_or_si128(foreign, x);
    }
    return _mm_movemask_epi8(foreign) == 0;
  }
  [[nodiscard]] static ForeignBits find_letters(const char* bytes) noexcept {
    ForeignBits bits;
    for (unsigned i = 0; i < kBytes / 16; ++i) {
      const __m128i first = load(bytes + 16 * i);
      const __m128i second = load(bytes + 16 * i + 1);
      const __m128i second_is_tail = is_tail(second);
      // U+4E00..9FFF, U+AC00..CFFF: the second bytes of E4 and EA begin later.
      const __m128i late = _mm_or_si128(_mm_and_si128(equals(first, 0xe4), of(0x38)),
                                        _mm_and_si128(equals(first, 0xea), of(0x30)));
      const __m128i is_early = _mm_cmplt_epi8(second, _mm_add_epi8(late, of(0x80)));
      const __m128i tails = _mm_and_si128(second_is_tail, is_tail(load(bytes + 16 * i + 2)));
      const __m128i three =
          _mm_andnot_si128(is_early, _mm_and_si128(within(first, 0xe4, 0xec), tails));
      // U+0100..027F, U+0400..047F.
      const __m128i letters = _mm_or_si128(within(first, 0xc4, 0xc9), within(first, 0xd0, 0xd1));
      const __m128i two = _mm_and_si128(letters, second_is_tail);
      bits.bytes |= bits_of(first) << (16 * i);
      bits.threes |= bits_of(three) << (16 * i);
      bits.twos |= bits_of(two) << (16 * i);
    }
    return bits;
  }
  // Adds other two-byte letters: U+00C0..00FF except two signs, U+05D0..05EA, U+0621..063F and
  // U+0641..064A.
  static void find_more_twos(const char* bytes, ForeignBits& bits) noexcept {
    for (unsigned i = 0; i < kBytes / 16; ++i) {
      const __m128i first = load(bytes + 16 * i);
      const __m128i second = load(bytes + 16 * i + 1);
      const __m128i sign = _mm_or_si128(equals(second, 0x97), equals(second, 0xb7));
      const __m128i latin =
          _mm_and_si128(equals(first, 0xc3), _mm_andnot_si128(sign, is_tail(second)));
      const __m128i hebrew = _mm_and_si128(equals(first, 0xd7), within(second, 0x90, 0xaa));
      const __m128i arabic =
          _mm_or_si128(_mm_and_si128(equals(first, 0xd8), within(second, 0xa1, 0xbf)),
                       _mm_and_si128(equals(first, 0xd9), within(second, 0x81, 0x8a)));
      const __m128i two = _mm_or_si128(latin, _mm_or_si128(hebrew, arabic));
      bits.twos |= bits_of(two) << (16 * i);
    }
  }
  // Must be called after at most kBlocksMax blocks.
  static constexpr std::size_t kBlocksMax = 63;  // a block adds up to 4 to a byte of a sum
  void flush(CharacterCounts& counts) noexcept {
    counts.in_units += sum_of(units_);
    counts.bare += sum_of(bare_);
    units_ = bare_ = _mm_setzero_si128();
  }

 private:
  [[nodiscard]] static __m128i load(const char* bytes) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  }
  [[nodiscard]] static __m128i of(unsigned byte) noexcept {
    return _mm_set1_epi8(static_cast<char>(byte));
  }
  [[nodiscard]] static __m128i equals(__m128i x, unsigned byte) noexcept {
    return _mm_cmpeq_epi8(x, of(byte));
  }
  // SSE2 compares signed numbers, so the range is shifted to the lowest ones.
  [[nodiscard]] static __m128i within(__m128i x, unsigned first, unsigned last) noexcept {
    return _mm_cmplt_epi8(_mm_add_epi8(x, of(0x80 - first)), of(0x81 + last - first));
  }
  [[nodiscard]] static __m128i is_tail(__m128i x) noexcept { return _mm_cmplt_epi8(x, of(0xc0)); }
  [[nodiscard]] static std::uint64_t bits_of(__m128i x) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(x));
  }
  [[nodiscard]] static std::uint64_t sum_of(__m128i bytes) noexcept {
    const __m128i halves = _mm_sad_epu8(bytes, _mm_setzero_si128());
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(halves)) +
           static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_srli_si128(halves, 8)));
  }

  __m128i units_ = _mm_setzero_si128();
  __m128i bare_ = _mm_setzero_si128();
};
using Lanes = Sse2Lanes;
#else
using Lanes = PlainLanes;
#endif

// The same as count_characters(), without vector instructions.
[[nodiscard]] CharacterCounts count_characters_plain(std::string_view utf8);

}  // namespace facsim
