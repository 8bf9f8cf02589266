// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include "facsim/extract/thai_bytes_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kLettersMin = 64;
constexpr std::size_t kMarksMin = 15;  // of 100 letters; texts have 20 to 25
constexpr std::size_t kFaultsMax = 1;  // of 100 letters: misspellings

enum class Sort : unsigned char {
  other,  // ASCII
  alien,  // not a character of the encoding
  consonant,
  mark,    // above or below the consonant before it
  front,   // a vowel before its consonant
  letter,  // any other: vowels after a consonant, digits, signs, punctuation of windows-874
};

constexpr std::array<Sort, 256> make_sorts() {
  std::array<Sort, 256> sorts = {};
  const auto fill = [&sorts](std::size_t first, std::size_t last, Sort sort) {
    for (std::size_t byte = first; byte <= last; ++byte) sorts[byte] = sort;
  };
  fill(0x80, 0xff, Sort::alien);
  for (const std::size_t byte : {0x80U, 0x85U, 0xa0U}) sorts[byte] = Sort::letter;
  fill(0x91, 0x97, Sort::letter);
  fill(0xa1, 0xce, Sort::consonant);
  fill(0xcf, 0xda, Sort::letter);
  fill(0xd4, 0xda, Sort::mark);
  sorts[0xd1] = Sort::mark;
  fill(0xdf, 0xfb, Sort::letter);
  fill(0xe0, 0xe4, Sort::front);
  fill(0xe7, 0xee, Sort::mark);
  return sorts;
}
constexpr std::array<Sort, 256> kSorts = make_sorts();

}  // namespace

bool looks_like_thai(std::string_view bytes) noexcept {
  std::size_t letters = 0;
  std::size_t marks = 0;
  std::size_t faults = 0;
  std::size_t run = 0;  // of bytes beyond ASCII; the last run may have been cut
  bool has_odd_run = false;
  Sort before = Sort::other;
  for (const char c : bytes) {
    const Sort sort = kSorts[static_cast<unsigned char>(c)];
    if (sort == Sort::alien) return false;
    if (sort == Sort::other) {
      has_odd_run = has_odd_run || run % 2 != 0;
      run = 0;
    } else {
      ++letters;
      ++run;
    }
    const bool has_base = before == Sort::consonant || before == Sort::mark;
    if (sort == Sort::mark) {
      ++marks;
      if (!has_base) ++faults;
    }
    if (before == Sort::front && sort != Sort::consonant) ++faults;
    before = sort;
  }
  return has_odd_run && letters >= kLettersMin && marks * 100 >= letters * kMarksMin &&
         faults * 100 <= letters * kFaultsMax;
}

}  // namespace facsim
