// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text that is hard to fold and normalise, for the tests of this room.

#include <rapidcheck.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

inline std::string utf8_of(char32_t c) {
  std::string out;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
  return out;
}

inline std::string utf8_of(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) out += utf8_of(c);
  return out;
}

// Pieces that are each hard in their own way, separated by bars.
inline constexpr std::u32string_view kHardText =
    // ASCII: words, separators that compose with marks, controls, words longer than a window
    U"a|Z|7|_| |  |.|<|=|\n|\t|\r\n|\x7f|word|Hello|don't|snake_case|x86|I|"
    U"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789|"
    U"the quick brown fox jumps over the lazy dog and runs away from all of it once again|"
    U"averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordthatgoeson|"
    // ideographs: zero, compatibility, beyond the basic plane; their punctuation
    U"\u4e2d|\u6587\u5b57|\u3400\u9fff|\u3007|\uf9d1|\U00020000|\U0002f800|"
    U"\u3001|\u3002|\uff0c|\u3000|"
    // kana: voiced marks, the long mark, halfwidth; hangul: syllables and jamo
    U"\u3042|\u30ab|\u3099|\u30fc|\uff76\uff9e|\uff9f|\u309b|"
    U"\ud55c\uae00|\u1112|\u1161|\u11ab|\uac00|\u3131|"
    // marks; letters that compose, decompose, grow or change when their case is folded
    U"\u0301|\u0323|\u0338|\u0327|\u0345|\u0360|\u20dd|\u00e9|\u00c9|\u1e69|\u212b|"
    U"\u00df|\u1e9e|\u0130|\u0131|\u01c5|\u1fb3|\u03a3|\u03c2|"
    // ligatures, fractions, circles, fullwidth, letters for formulas
    U"\ufb01|\ufb03|\u2122|\u00bd|\u2460|\u2163|\u00b2|\u2026|\u337f|\ufdfa|\u00a8|\u00b4|"
    U"\uff21\uff42\uff11|\uff3f|\U0001d400|\U00010400|"
    // emoji and ignorables
    U"\U0001f600|\U0001f44d\U0001f3fd|\u2764\ufe0f|\u200d|\u200b|\u00ad|\u034f|\ufeff|\u180b|"
    U"\U000e0100|\u115f|"
    // Thai, Lao, Khmer, Myanmar, Tibetan
    U"\u0e01\u0e33|\u0e19\u0e49\u0e33|\u0e38\u0e48|\u0e48\u0e38|\u0ea5\u0eb2\u0ea7|"
    U"\u1780\u17d2\u1798|\u1019\u103c\u1014|\u0f40\u0fb1\u0f0b|\u0f73|"
    // Arabic, Hebrew, Devanagari and related scripts
    U"\u0627\u0644\u0639|\u064e|\u0651|\u0654|\ufefb|\u05e9\u05c1|\u05b7|\ufb2a|"
    U"\u0915\u094d\u0937|\u0928\u093c|\u093e|\u0958|\u09c7\u09be|\u0966|\u0b95\u0bca|"
    U"\U000110a5\U000110ba|\U0001d157\U0001d165|"
    // unassigned, noncharacters, private use, replacement; white space
    U"\u0378|\U000e0080|\U0003fffd|\ufdd0|\uffff|\ue000|\ufffd|"
    U"\u00a0|\u2003|\u2001|\u1680|\u2028|\u202f|";

inline const std::vector<std::string>& hard_pieces() {
  static const std::vector<std::string> pieces = [] {
    // Ill-formed sequences and controls.
    std::vector<std::string> list = {"\x80",         "\xff",
                                     "\xc3",         "\xe4\xb8",
                                     "\xed\xa0\x80", "\xc0\xaf",
                                     "\xe2\x80",     "\xf0\x9f\x98",
                                     "\xc2\x85",     "\xf5\x80\x80\x80",
                                     "\x01",         std::string(1, '\0')};
    for (std::size_t at = 0; at < kHardText.size();) {
      const std::size_t bar = kHardText.find(U'|', at);
      list.push_back(utf8_of(kHardText.substr(at, bar - at)));
      at = bar + 1;
    }
    return list;
  }();
  return pieces;
}

// Returns 0 <= n < end, drawn uniformly from the first case on.
inline int draw_below(int end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, end));
}

inline std::string draw_hard_piece() {
  const auto size = static_cast<int>(hard_pieces().size());
  return hard_pieces()[static_cast<std::size_t>(draw_below(size))];
}

inline std::string draw_piece() {
  switch (draw_below(10)) {
    case 0:
      return utf8_of(static_cast<char32_t>(0x80 + draw_below(0x2f80)));
    case 1: {
      const auto c = static_cast<char32_t>(0x3000 + draw_below(0x2f000));
      return c >= 0xd800 && c < 0xe000 ? std::string("\xff") : utf8_of(c);
    }
    case 2:
      return std::string(1, static_cast<char>(draw_below(256)));
    case 3:
      return std::vector<std::string>{"a", " ",
                                      "\xe4\xb8\xad"}[static_cast<std::size_t>(draw_below(3))];
    default:
      return draw_hard_piece();
  }
}

// Returns a text of up to 100 such pieces, which may be ill-formed.
inline std::string draw_mixed_text() {
  std::string text;
  const int pieces = draw_below(101);
  for (int i = 0; i < pieces; ++i) text += draw_piece();
  return text;
}

}  // namespace facsim
