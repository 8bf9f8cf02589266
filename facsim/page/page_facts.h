// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of a page without its text: enough to find it, and to say how it resembles another.

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

// No text has as many, since one without a fingerprint is short.
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
  std::uint16_t status = 0;  // of the HTTP answer; 0 if it is not known
  Witness witness;
  Coverage coverage;
  Names names;

  [[nodiscard]] std::optional<Sketch> layout_sketch() const {
    return has_layout ? std::optional(layout) : std::nullopt;
  }
  // Too large to be read: another page has the same bytes, which is all that is known of it. Its
  // digest is that of the bytes.
  [[nodiscard]] bool is_by_bytes() const noexcept {
    return has_text && !has_fingerprint && units == kUnitsUnread;
  }
  // An answer of 400 and above: what its text says is not what the URL leads to.
  [[nodiscard]] bool is_error() const noexcept { return status >= 400; }
  // In bits; -1 where one of them has no fingerprint.
  [[nodiscard]] int distance_to(const PageFacts& other) const {
    if (!has_fingerprint || !other.has_fingerprint) return -1;
    return distance(Fingerprint{fingerprint}, Fingerprint{other.fingerprint});
  }
};

// Sets what the page's URL says; `host` is that of the URL. Of pages without markup nothing: they
// have no origin to testify of.
void set_origin(PageFacts& page, std::string_view host, std::string_view url) noexcept;

// Pages of equal text stand for each other before every judge if these are equal too.
[[nodiscard]] std::uint64_t one_page_key(const PageFacts& page) noexcept;

// Whether `page` may be removed for `kept`: an error answer never stands for a page that is none.
[[nodiscard]] inline bool may_stand_for(const PageFacts& kept, const PageFacts& page) noexcept {
  return !kept.is_error() || page.is_error();
}

// Whether fingerprints or bands make the two a candidate pair.
[[nodiscard]] bool are_candidates(const PageFacts& a, const PageFacts& b, const Profile& profile);

}  // namespace facsim
