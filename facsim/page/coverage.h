// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a page its judged text is, and what was left out of it.
//
// What was not judged must not speak against a removal. Left out are: visible text that is not main
// text, for a class, an element name or its place (but not blocks of which half or more is links:
// menus and teasers are on every page of a site); hidden text; characters that make no unit (bare
// ones: braille, private use, emoji, operators); letters that could not be decoded. Where three
// quarters of what was judged, or more, is left out in this sense, that must agree too.
//
// Between sites other chrome is normal: what is named or hidden on pages that are built differently
// says nothing there. Captures of one URL are judged by their judged texts. Of a garbled page the
// letters are unknown, and of one that was cut at a limit (limits.md) the rest, so that only its
// bytes can say that another one is the same.
//
// 80 bytes a page; the judgement reads no text.

#include <cstdint>

#include "facsim/model/left_out.h"
#include "facsim/model/sketch.h"

namespace facsim {

struct Coverage {
  // Hash of all that a reader sees, where that is more than the judged text, else 0: pages of equal
  // text are exact duplicates where this is equal too. Of a garbled page that of its bytes.
  std::uint64_t visible = 0;
  std::uint16_t left_out = 0;  // what counts of it: see left_out_share()
  LeftOut mostly = LeftOut::nothing;
  // One character of 100, and three at least, could not be decoded, or the page was cut at a limit.
  bool is_garbled = false;
  bool has_text = false;  // much was left out; then:
  Sketch text;            // of the shingles of what was left out

  // Share of the page that was judged, 0..1, of all that was judged or counts.
  [[nodiscard]] double judged() const noexcept;

  // Whether so much was left out that it must agree too, or the page is garbled.
  [[nodiscard]] bool is_little() const noexcept;

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

// As much as was judged, in the measure of Coverage::left_out.
inline constexpr std::uint16_t kLeftOutOne = 64;
// So many characters in that measure; 65535 at most.
[[nodiscard]] std::uint16_t left_out_share(std::uint64_t left_out, std::uint64_t judged) noexcept;
// What must agree, in that measure.
inline constexpr std::uint16_t kLeftOutDecides = 48;
// Whether a page of this share keeps a sketch of what was left out, to be asked by others: less of
// it hardly agrees with so much.
[[nodiscard]] constexpr bool keeps_left_out(std::uint16_t share) noexcept {
  return 3 * share >= kLeftOutDecides;
}

// Pages of equal text stand for each other before every judge if these are equal too.
[[nodiscard]] std::uint64_t coverage_key(const Coverage& coverage) noexcept;

}  // namespace facsim
