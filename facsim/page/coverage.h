// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a page its judged text is, and what was left out of it.
//
// What was not judged must not contradict a removal. Left out are: visible text that is not main
// text because of a class, an element name or its place (but not blocks that are half links or
// more: menus and teasers are on every page of a site); hidden text; characters that form no unit
// (bare ones: braille, private use, emoji, operators); letters that could not be decoded. If at
// least three quarters as much as was judged is left out in this sense, it must agree too.
//
// Between sites different chrome is normal: named or hidden text on pages that are built
// differently is not evidence. Captures of one URL are judged by their judged texts. The letters of
// a garbled page are unknown, and so is the rest of a page that was cut at a limit (limits.md), so
// only equal bytes can show that another page is the same.
//
// 80 bytes a page; the judgement reads no text.

#include <cstdint>

#include "facsim/model/left_out.h"
#include "facsim/model/sketch.h"

namespace facsim {

struct Coverage {
  // Hash of everything that a reader sees, if that is more than the judged text, else 0: pages of
  // equal text are exact duplicates if this is equal too. For a garbled page it is the hash of its
  // bytes.
  std::uint64_t visible = 0;
  std::uint16_t left_out = 0;  // the part that counts: see left_out_share()
  LeftOut mostly = LeftOut::nothing;
  // At least one character in 100, and three in all, could not be decoded, or the page was cut at a
  // limit.
  bool is_garbled = false;
  bool has_text = false;  // much was left out; then:
  Sketch text;            // of the shingles of what was left out

  // The share of the page that was judged, 0..1, of everything that was judged or counts as left
  // out.
  [[nodiscard]] double judged() const noexcept;

  // True if so much was left out that it must agree too, or the page is garbled.
  [[nodiscard]] bool is_little() const noexcept;

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

// The value of Coverage::left_out if as much was left out as was judged.
inline constexpr std::uint16_t kLeftOutOne = 64;
// Converts a number of characters to that measure; 65535 at most.
[[nodiscard]] std::uint16_t left_out_share(std::uint64_t left_out, std::uint64_t judged) noexcept;
// From this value on, what was left out must agree.
inline constexpr std::uint16_t kLeftOutDecides = 48;
// True if a page with this share stores a sketch of what was left out, for comparisons with other
// pages: a smaller share hardly agrees with one that decides.
[[nodiscard]] constexpr bool keeps_left_out(std::uint16_t share) noexcept {
  return 3 * share >= kLeftOutDecides;
}

// Pages of equal text are interchangeable for every judgement if these keys are equal too.
[[nodiscard]] std::uint64_t coverage_key(const Coverage& coverage) noexcept;

}  // namespace facsim
