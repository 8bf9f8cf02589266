// SPDX-License-Identifier: Apache-2.0
#pragma once
// Windows of characters, overlapping or adjacent: features that need no notion of a word.
//
// The hash of a window of items c0 c1 ... c(n-1) (bytes, code points or UTF-16 code units) is
// mix64(packed ^ mix64(seed ^ kWindowSalt)), where packed = c0 + c1 b + c2 b^2 ... modulo 2^64 and
// b = 2^8 for up to 8 bytes, 2^16 for up to 4 other items. So packed is exactly what memory
// contains, and a kernel needs one load. Longer windows have b = kShingleBase.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/features/shingles.h"
#include "facsim/model/feature.h"
#include "facsim/model/recipe.h"

namespace facsim {

// True if windows of this kind and size have a power of two as base.
[[nodiscard]] constexpr bool is_packed_window(UnitKind kind, std::uint32_t size) noexcept {
  return size <= (kind == UnitKind::bytes ? 8U : 4U);
}

// The hash of items that fill a window of `size` or part of it.
template <class Item>
[[nodiscard]] constexpr std::uint64_t window_hash(const Item* items, std::size_t count,
                                                  UnitKind kind, std::uint32_t size,
                                                  std::uint64_t seed) noexcept {
  const std::uint64_t base = !is_packed_window(kind, size)
                                 ? kShingleBase
                                 : std::uint64_t{1} << (kind == UnitKind::bytes ? 8 : 16);
  std::uint64_t packed = 0;
  for (std::size_t i = count; i-- > 0;) packed = packed * base + items[i];
  return mix64(packed ^ mix64(seed ^ kWindowSalt));
}

// How many windows cover `length` items, and the step between their beginnings.
struct WindowPlan {
  std::size_t count = 0;
  std::size_t step = 1;
};
// LastWindow::whole: a text shorter than a window, even an empty one, is one window.
[[nodiscard]] constexpr WindowPlan plan_windows(std::size_t length,
                                                const UnitSpec& units) noexcept {
  const std::size_t size = units.size;
  const std::size_t step = size - units.overlap;
  switch (units.last) {
    case LastWindow::whole:
      return {length < size ? 1 : (length - size) / step + 1, step};
    case LastWindow::dropped:  // begins before length - size
      return {length <= size ? 0 : (length - size - 1) / step + 1, step};
    case LastWindow::partial:
      return {(length + step - 1) / step, step};
  }
  return {};
}

// Returns the text as windows are cut from it. Ill-formed UTF-8 counts as U+FFFD, one for each
// maximal part of a sequence. This is the slow and obvious twin of fold_to_utf16().
[[nodiscard]] std::u32string folded_characters(std::string_view utf8, Folding folding);

// Returns the letters, marks and digits of folded_characters(utf8, Folding::nfkc), joined: the form
// in which a word that another program cut is compared. Signs that units drop are preserved.
[[nodiscard]] std::string folded_letters(std::string_view utf8);

// Clears `units` and fills it with the characters of folded_characters() in UTF-16; returns the
// number of characters. Cost: 0.3 ns a byte of English, 0.8 of Chinese; no allocation once warm
// except for marks that need normalising.
std::size_t fold_to_utf16(std::string_view utf8, Folding folding, std::u16string& units);

// Clears `characters` and fills it with the characters of well-formed UTF-16.
void utf16_to_characters(std::u16string_view units, std::u32string& characters);

}  // namespace facsim
