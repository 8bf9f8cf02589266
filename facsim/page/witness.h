// SPDX-License-Identifier: Apache-2.0
#pragma once
// The title as a witness: what an HTML page says besides its judged text.
//
// Pages of one site share templates. If two of them have different titles and a main text is short,
// equal main texts may be the template alone, so the texts that were not judged must agree too.
// Across sites a different title is syndication: of 37 news pages that human judges call
// duplicates, 15 had another headline. Captures of one URL are one page whose title was edited. A
// missing title is not evidence.
//
// Units (features/units.h) have no marks, so no text distinguishes `operator+` from `operator-`: if
// titles differ in marks alone, only equal texts are of one page.
//
// A main text under Recipe::fallback_units_min is a stub. It is judged if the page has a title:
// versions of one page keep it while their menus change. All visible text must then agree as well,
// by half for pages of one site and title. Stubs of one site under two titles are two pages: they
// share a phrase such as "nothing is known of X", and only the title differs.
//
// 104 bytes a page; the judgement reads no text.

#include <cstdint>
#include <optional>
#include <string_view>

#include "facsim/model/sketch.h"

namespace facsim {

struct Witness {
  std::uint64_t site = 0;   // pages with equal keys are of one site
  std::uint64_t url = 0;    // equal for captures of one URL; 0: unknown
  std::uint64_t title = 0;  // title_key(); 0: no title, or never compared
  std::uint64_t marks = 0;  // title_marks_key()
  Sketch text;              // of the text that was not judged, if has_text
  bool has_text = false;
  bool is_short = false;        // the main text has at most profile.short_units_max units
  bool is_stub = false;         // a stub was judged
  bool judged_visible = false;  // then `text` is of the main text, else of all visible text

  friend bool operator==(const Witness&, const Witness&) = default;
};

// Pages of one host are of one site, and so are all pages without a URL: their hosts are unknown,
// and one more check than needed never loses a page.
[[nodiscard]] std::uint64_t site_key(std::string_view host) noexcept;
[[nodiscard]] std::uint64_t url_key(std::string_view url) noexcept;

// True if they are of captures of one URL.
[[nodiscard]] bool have_one_url(const Witness& first, const Witness& second) noexcept;

// Sets what the page's URL determines; `host` is that of the URL.
void set_origin(Witness& witness, std::string_view host, std::string_view url) noexcept;

// Pages of equal text are interchangeable for every judgement if these keys are equal too.
[[nodiscard]] std::uint64_t witness_key(const Witness& witness) noexcept;

// The same for pages too short for any channel: such a text is often all that was visible of a page
// that says more, so only a title can distinguish them. Site and URL do not matter.
[[nodiscard]] std::uint64_t short_witness_key(const Witness& witness) noexcept;

}  // namespace facsim
