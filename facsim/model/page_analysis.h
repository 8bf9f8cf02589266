// SPDX-License-Identifier: Apache-2.0
#pragma once
// What facsim computes of one page: the figures by which pages are compared.
//
// "The judged text" is the main text of a page, or all visible text where the recipe wants that or
// the main text is too short (Recipe::fallback_units_min); plain text is judged whole. Its units
// are its words, folded and hashed; where a recipe's fingerprint is of other units, these are still
// what lengths, shingles and sketches are of.

#include <cstdint>
#include <optional>

#include "facsim/base/hash64.h"
#include "facsim/model/fingerprint.h"
#include "facsim/model/left_out.h"
#include "facsim/model/sketch.h"

namespace facsim {

struct PageAnalysis {
  bool has_text = false;         // false: nothing below is set
  bool used_fallback = false;    // the main text was too short: the visible text was judged
  Hash128 digest;                // of the judged text: equal digests are equal texts
  std::uint64_t text_bytes = 0;  // of the judged text, UTF-8
  std::uint32_t units = 0;       // of the judged text
  // SimHash in as many bits as the recipe says (FingerprintSpec::bits: 32, 64 or 128); nothing for
  // a text under profile.units_min units.
  std::optional<WideFingerprint> fingerprint;
  std::optional<WideFingerprint> visible_fingerprint;  // of all visible text, by the same rule
  // Of the set of shingles, 64 bins of 8 bits, by the same rule; whatever size the recipe says.
  std::optional<Sketch> sketch;
  // How much of the page was judged, 0..1, and what most of the rest is; of pages alone, not of
  // texts by themselves. What page/coverage.h counts.
  double judged_share = 1;
  LeftOut mostly_left_out = LeftOut::nothing;
  std::optional<Sketch> layout;  // of the set of tag.class names; nothing for plain text
};

}  // namespace facsim
