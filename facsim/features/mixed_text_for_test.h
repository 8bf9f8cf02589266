// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text that folding and normalising find hard, for the tests of this room.

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

// Each is hard in its own way; the generator strings them together in any order.
inline const std::vector<std::string>& hard_pieces() {
  using namespace std::string_literals;
  static const std::vector<std::string> pieces = {
      "a",
      "Z",
      "7",
      "_",
      " ",
      "  ",
      ".",
      "<",
      "=",
      "\n",
      "\t",
      "\r\n",
      "\x01",
      "\x7f",
      "\0"s,
      "word",
      "Hello",
      "don't",
      "snake_case",
      "x86",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
      "the quick brown fox jumps over the lazy dog and runs away from all of it once again",
      "averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordthatgoeson",
      utf8_of(U"\u4e2d"),
      utf8_of(U"\u6587\u5b57"),
      utf8_of(U"\u3400\u9fff"),
      utf8_of(U"\u3007"),
      utf8_of(U"\uf9d1"),  // ideographic zero, compatibility
      utf8_of(U"\U00020000"),
      utf8_of(U"\U0002f800"),  // beyond the basic plane
      utf8_of(U"\u3001"),
      utf8_of(U"\u3002"),
      utf8_of(U"\uff0c"),
      utf8_of(U"\u3000"),
      utf8_of(U"\u3042"),
      utf8_of(U"\u30ab"),
      utf8_of(U"\u3099"),
      utf8_of(U"\u30fc"),
      utf8_of(U"\uff76\uff9e"),
      utf8_of(U"\uff9f"),
      utf8_of(U"\u309b"),  // halfwidth, voiced
      utf8_of(U"\ud55c\uae00"),
      utf8_of(U"\u1112"),
      utf8_of(U"\u1161"),
      utf8_of(U"\u11ab"),
      utf8_of(U"\uac00"),
      utf8_of(U"\u3131"),  // hangul: syllables, jamo
      utf8_of(U"\u0301"),
      utf8_of(U"\u0323"),
      utf8_of(U"\u0338"),
      utf8_of(U"\u0327"),
      utf8_of(U"\u0345"),
      utf8_of(U"\u0360"),
      utf8_of(U"\u20dd"),  // marks
      utf8_of(U"\u00e9"),
      utf8_of(U"\u00c9"),
      utf8_of(U"\u1e69"),
      utf8_of(U"\u212b"),
      utf8_of(U"\u00df"),
      utf8_of(U"\u1e9e"),
      utf8_of(U"\u0130"),
      utf8_of(U"\u0131"),
      "I",
      utf8_of(U"\u01c5"),
      utf8_of(U"\u1fb3"),
      utf8_of(U"\u03a3"),
      utf8_of(U"\u03c2"),
      utf8_of(U"\ufb01"),
      utf8_of(U"\ufb03"),
      utf8_of(U"\u2122"),
      utf8_of(U"\u00bd"),
      utf8_of(U"\u2460"),
      utf8_of(U"\u2163"),
      utf8_of(U"\u00b2"),
      utf8_of(U"\u2026"),
      utf8_of(U"\u337f"),
      utf8_of(U"\ufdfa"),
      utf8_of(U"\u00a8"),
      utf8_of(U"\u00b4"),
      utf8_of(U"\uff21\uff42\uff11"),
      utf8_of(U"\uff3f"),
      utf8_of(U"\U0001d400"),
      utf8_of(U"\U0001f600"),
      utf8_of(U"\U0001f44d\U0001f3fd"),
      utf8_of(U"\u2764\ufe0f"),
      utf8_of(U"\u200d"),
      utf8_of(U"\u200b"),
      utf8_of(U"\u00ad"),
      utf8_of(U"\u034f"),
      utf8_of(U"\ufeff"),
      utf8_of(U"\u180b"),
      utf8_of(U"\U000e0100"),
      utf8_of(U"\u115f"),
      utf8_of(U"\u0e01\u0e33"),
      utf8_of(U"\u0e19\u0e49\u0e33"),
      utf8_of(U"\u0e38\u0e48"),
      utf8_of(U"\u0e48\u0e38"),
      utf8_of(U"\u0ea5\u0eb2\u0ea7"),
      utf8_of(U"\u1780\u17d2\u1798"),
      utf8_of(U"\u1019\u103c\u1014"),
      utf8_of(U"\u0f40\u0fb1\u0f0b"),
      utf8_of(U"\u0f73"),
      utf8_of(U"\u0627\u0644\u0639"),
      utf8_of(U"\u064e"),
      utf8_of(U"\u0651"),
      utf8_of(U"\u0654"),
      utf8_of(U"\ufefb"),
      utf8_of(U"\u05e9\u05c1"),
      utf8_of(U"\u05b7"),
      utf8_of(U"\ufb2a"),
      utf8_of(U"\u0915\u094d\u0937"),
      utf8_of(U"\u0928\u093c"),
      utf8_of(U"\u093e"),
      utf8_of(U"\u0958"),
      utf8_of(U"\u09c7\u09be"),
      utf8_of(U"\u0966"),
      utf8_of(U"\u0b95\u0bca"),
      utf8_of(U"\U000110a5\U000110ba"),
      utf8_of(U"\U00010400"),
      utf8_of(U"\U0001d157\U0001d165"),
      utf8_of(U"\u0378"),
      utf8_of(U"\U000e0080"),
      utf8_of(U"\U0003fffd"),  // not assigned
      utf8_of(U"\ufdd0"),
      utf8_of(U"\uffff"),
      utf8_of(U"\ue000"),
      utf8_of(U"\ufffd"),
      "\x80",
      "\xff",
      "\xc3",
      "\xe4\xb8",
      "\xed\xa0\x80",
      "\xc0\xaf",
      "\xf0\x9f\x98",
      "\xf5\x80\x80\x80",
      "\xe2\x80",  // ill-formed
      utf8_of(U"\u00a0"),
      utf8_of(U"\u2003"),
      utf8_of(U"\u2001"),
      utf8_of(U"\u0085"),
      utf8_of(U"\u1680"),
      utf8_of(U"\u2028"),
      utf8_of(U"\u202f"),  // white space
  };
  return pieces;
}

// 0 <= n < end, all alike from the first case on.
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

// A text of up to 100 such pieces, not all of it well formed.
inline std::string draw_mixed_text() {
  std::string text;
  const int pieces = draw_below(101);
  for (int i = 0; i < pieces; ++i) text += draw_piece();
  return text;
}

}  // namespace facsim
