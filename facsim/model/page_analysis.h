// SPDX-License-Identifier: Apache-2.0
#pragma once
// What facsim computes for one page: the figures by which pages are compared.
//
// "The judged text" is the main text of a page, or all visible text if the recipe says so or the
// main text is too short (Recipe::fallback_units_min); plain text is judged whole. Its units are
// its words, folded and hashed. Lengths, shingles and sketches always use these units, even if a
// recipe's fingerprint uses others.

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
  Hash128 digest;                // of the judged text: equal digests mean equal texts
  std::uint64_t text_bytes = 0;  // of the judged text, UTF-8
  std::uint32_t units = 0;       // of the judged text
  // SimHash with the recipe's number of bits (FingerprintSpec::bits: 32, 64 or 128); std::nullopt
  // for a text under profile.units_min units.
  std::optional<WideFingerprint> fingerprint;
  std::optional<WideFingerprint> visible_fingerprint;  // of all visible text, by the same rule
  // Of the set of shingles, 64 bins of 8 bits whatever size the recipe says; by the same rule.
  std::optional<Sketch> sketch;
  // How much of the page was judged, 0..1, and the main reason why the rest was not; only for
  // pages, not for mere texts. page/coverage.h defines the count.
  double judged_share = 1;
  LeftOut mostly_left_out = LeftOut::nothing;
  std::optional<Sketch> layout;  // of the set of tag.class names; std::nullopt for plain text
};

}  // namespace facsim
