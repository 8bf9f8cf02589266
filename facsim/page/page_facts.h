// SPDX-License-Identifier: Apache-2.0
#pragma once
// The facts of a page without its text: enough to find it, and to judge how it resembles another.

#include <cstdint>
#include <optional>
#include <string_view>

#include "facsim/base/hash64.h"
#include "facsim/model/fingerprint.h"
#include "facsim/model/profile.h"
#include "facsim/model/sketch.h"
#include "facsim/page/coverage.h"
#include "facsim/page/names.h"
#include "facsim/page/witness.h"

namespace facsim {

// Marks a page that was not read; no text has as many units, since one without a fingerprint is
// short.
inline constexpr std::uint32_t kUnitsUnread = 0xffffffffU;

struct PageFacts {
  Hash128 digest;
  std::uint64_t fingerprint = 0;
  Sketch sketch;
  Sketch layout;
  std::uint32_t shingles = 0;
  std::uint32_t units = 0;  // kUnitsUnread: see is_by_bytes()
  bool has_text = false;
  bool has_fingerprint = false;  // then it has a sketch too
  bool has_layout = false;
  std::uint16_t status = 0;  // of the HTTP answer; 0 if unknown
  Witness witness;
  Coverage coverage;
  Names names;

  [[nodiscard]] std::optional<Sketch> layout_sketch() const {
    return has_layout ? std::optional(layout) : std::nullopt;
  }
  // True for a page that was too large to be read: another page has the same bytes, and nothing
  // else is known of it. Its digest is that of the bytes.
  [[nodiscard]] bool is_by_bytes() const noexcept {
    return has_text && !has_fingerprint && units == kUnitsUnread;
  }
  // True for an answer of 400 and above: its text is not what the URL leads to.
  [[nodiscard]] bool is_error() const noexcept { return status >= 400; }
  // In bits; -1 if one of them has no fingerprint.
  [[nodiscard]] int distance_to(const PageFacts& other) const {
    if (!has_fingerprint || !other.has_fingerprint) return -1;
    return distance(Fingerprint{fingerprint}, Fingerprint{other.fingerprint});
  }
};

// Sets what the page's URL determines; `host` is that of the URL. Does nothing for pages without
// markup: their origin is not evidence.
void set_origin(PageFacts& page, std::string_view host, std::string_view url) noexcept;

// Pages of equal text are interchangeable for every judgement if these keys are equal too.
[[nodiscard]] std::uint64_t one_page_key(const PageFacts& page) noexcept;

// True if `page` may be removed for `kept`: an error answer never replaces a page that is not one.
[[nodiscard]] inline bool may_stand_for(const PageFacts& kept, const PageFacts& page) noexcept {
  return !kept.is_error() || page.is_error();
}

// True if fingerprints or bands make the two a candidate pair.
[[nodiscard]] bool are_candidates(const PageFacts& a, const PageFacts& b, const Profile& profile);

}  // namespace facsim
