// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/number_units.h"

#include <bit>
#include <cstring>
#include <string>

#include "facsim/base/hash64.h"
#include "facsim/features/ascii_blocks_internal.h"

namespace facsim {
namespace {

bool is_word(char c) noexcept {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Returns the index of the first digit from `from` on, or the size of the text. Checks eight bytes
// at a time: x is 0..9 if a byte is a digit, and only then neither x nor x + 118 has its top bit.
std::size_t next_digit(std::string_view text, std::size_t from) noexcept {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kTops = 0x80 * kOnes;
  for (; from + 8 <= text.size(); from += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + from, 8);
    const std::uint64_t x = bytes ^ (0x30 * kOnes);
    const std::uint64_t others = (((x & ~kTops) + 118 * kOnes) | x) & kTops;
    if (others != kTops) {
      return from + static_cast<std::size_t>(std::countr_zero(others ^ kTops)) / 8;
    }
  }
  while (from < text.size() && !is_digit(text[from])) ++from;
  return from;
}

}  // namespace

void number_units(std::string_view utf8, std::uint64_t seed, std::vector<std::uint64_t>& hashes) {
  hashes.clear();
  std::string folded;
  std::size_t end = 0;  // of the last number unit
  for (std::size_t at = next_digit(utf8, 0); at < utf8.size(); at = next_digit(utf8, end)) {
    std::size_t begin = at;
    while (begin > end && is_word(utf8[begin - 1])) --begin;
    end = at + 1;
    while (end < utf8.size() && is_word(utf8[end])) ++end;
    folded.assign(utf8.data() + begin, end - begin);
    for (char& c : folded) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    hashes.push_back(hash64(folded, seed));
  }
}

}  // namespace facsim
