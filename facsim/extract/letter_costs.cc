// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/letter_costs_internal.h"

#include <algorithm>
#include <bit>

#include "facsim/extract/transcode_internal.h"

namespace facsim {
namespace {

constexpr lxb_codepoint_t kMarkMax = 0x3f;  // '?'; letters come after it, and the space before '0'

bool is_mark(lxb_codepoint_t c) { return c >= '0' && c <= kMarkMax; }

// Calls `take(letter, cost)` for each letter of the table.
template <typename Take>
void for_each_letter(std::string_view grouped, const Take& take) {
  unsigned cost = 0;
  for_each_code_point(grouped, *lxb_encoding_data(LXB_ENCODING_UTF_8), [&](lxb_codepoint_t c) {
    if (is_mark(c)) {
      cost = c - '0';
    } else {
      take(char32_t{c}, cost);
    }
  });
}

constexpr std::uint32_t key_of(char32_t first, char32_t second) {
  return static_cast<std::uint32_t>(first) << 16 | static_cast<std::uint32_t>(second);
}

struct CharacterRange {
  char32_t first, last;
  std::uint8_t zh, ja, ko;  // in Chinese, Japanese and Korean texts
};
// The cost of characters that are not in the tables of the most frequent ones, by their block, in
// bits. Later rows win.
constexpr std::array<CharacterRange, 12> kOthers = {{
    {0x80, 0x33ff, 16, 16, 16},
    {0x80, 0x9f, 24, 24, 24},  // controls
    {0x3000, 0x303f, 12, 12, 12},
    {0x3040, 0x30ff, 15, 13, 17},
    {0x3400, 0x4dbf, 21, 21, 21},
    {0x4e00, 0x9fff, 17, 16, 15},
    {0xa000, 0xabff, 22, 22, 22},
    {0xac00, 0xd7a3, 19, 20, 16},
    {0xd7a4, 0xf8ff, 24, 24, 24},  // private use
    {0xf900, 0xfeff, 20, 20, 20},
    {0xff00, 0xff60, 13, 13, 14},
    {0xff61, 0xffff, 20, 12, 20},  // half-width katakana
}};

}  // namespace

PairCosts::PairCosts(std::string_view grouped) {
  std::size_t letters = 0;
  std::size_t latin = 0;
  for_each_letter(grouped, [&](char32_t c, unsigned) {
    if (c == ' ') return;
    ++letters;
    if (c != 'a' && c < 0x250) ++latin;
  });
  is_latin_ = latin * 2 >= letters;
  const std::size_t slots = std::bit_ceil(letters * 2 + 8);
  pairs_.resize(slots);
  costs_.resize(slots);
  char32_t first = 0;
  for_each_letter(grouped, [&](char32_t c, unsigned cost) {
    if (first == 0) {
      first = c;
      return;
    }
    const std::size_t at = slot(key_of(first, c));
    pairs_[at] = key_of(first, c);
    costs_[at] = static_cast<std::uint8_t>(cost);
    first = 0;
  });
}

std::size_t PairCosts::slot(std::uint32_t pair) const noexcept {
  std::size_t at = (pair * std::uint32_t{2654435769}) >> 16;
  for (;; ++at) {
    at &= pairs_.size() - 1;
    if (pairs_[at] == 0 || pairs_[at] == pair) return at;
  }
}

unsigned PairCosts::cost(char16_t first, char16_t second) const noexcept {
  const std::size_t at = slot(key_of(first, second));
  return pairs_[at] == 0 ? kUnheardOf : costs_[at];
}

CharacterCosts::CharacterCosts(std::string_view language, std::string_view grouped)
    : costs_(0x10000, std::uint8_t{0}) {
  for (const CharacterRange& range : kOthers) {
    const std::uint8_t cost = language == "ja" ? range.ja : language == "ko" ? range.ko : range.zh;
    std::fill(costs_.begin() + static_cast<std::ptrdiff_t>(range.first),
              costs_.begin() + static_cast<std::ptrdiff_t>(range.last) + 1, cost);
  }
  for_each_letter(grouped, [this](char32_t c, unsigned cost) {
    if (c >= 0x80 && c < costs_.size()) costs_[c] = static_cast<std::uint8_t>(cost);
  });
}

const std::vector<PairCosts>& pair_costs() {
  static const std::vector<PairCosts> all = [] {
    std::vector<PairCosts> costs;
    for (std::size_t i = 0; i < kPairLanguages; ++i) costs.emplace_back(kLanguageCosts[i].grouped);
    return costs;
  }();
  return all;
}

const std::vector<CharacterCosts>& character_costs() {
  static const std::vector<CharacterCosts> all = [] {
    std::vector<CharacterCosts> costs;
    for (std::size_t i = kPairLanguages; i < kLanguageCosts.size(); ++i) {
      costs.emplace_back(kLanguageCosts[i].language, kLanguageCosts[i].grouped);
    }
    return costs;
  }();
  return all;
}

}  // namespace facsim
