// SPDX-License-Identifier: Apache-2.0
#pragma once
// The title as a witness: what an HTML page says beside its judged text.
//
// Pages of one site share templates. Where two of them have titles that differ and a main text is
// short, equal main texts may be the template alone, so the texts that were not judged must
// agree too. Across sites another title is syndication: of 37 news pages that human judges call
// duplicates 15 had another headline. Captures of one URL are one page whose title was edited. A
// missing title bears no witness.
//
// Units (features/units.h) have no marks, so no text tells `operator+` from `operator-`: where
// titles differ in marks alone, only equal texts are of one page.
//
// A main text under Recipe::fallback_units_min is a stub. It is judged where the page has a title:
// versions of one page keep it while their menus change. Then all visible text must agree as well,
// of pages of one site and title by half. Stubs of one site under two titles are two pages: what
// they share is the form of "nothing is known of X", and the title is what they say.
//
// 104 bytes a page; the judgement reads no text.

#include <cstdint>
#include <optional>
#include <string_view>

#include "facsim/model/sketch.h"

namespace facsim {

struct Witness {
  std::uint64_t site = 0;   // pages with equal keys are of one site
  std::uint64_t url = 0;    // of captures of one URL the same; 0: there is none
  std::uint64_t title = 0;  // title_key(); 0: there is none, or nobody will ask
  std::uint64_t marks = 0;  // title_marks_key()
  Sketch text;              // of the text that was not judged, where has_text
  bool has_text = false;
  bool is_short = false;        // the main text has at most profile.short_units_max units
  bool is_stub = false;         // a stub was judged
  bool judged_visible = false;  // then `text` is the main text, else all visible text

  friend bool operator==(const Witness&, const Witness&) = default;
};

// Pages of one host are of one site, and so are all pages without a URL: which hosts those had,
// nobody can say, and to ask once more than needed loses no page.
[[nodiscard]] std::uint64_t site_key(std::string_view host) noexcept;
[[nodiscard]] std::uint64_t url_key(std::string_view url) noexcept;

// Whether they are of captures of one URL.
[[nodiscard]] bool have_one_url(const Witness& first, const Witness& second) noexcept;

// Sets what the page's URL says; `host` is that of the URL.
void set_origin(Witness& witness, std::string_view host, std::string_view url) noexcept;

// Pages of equal text stand for each other before every judge if these are equal too.
[[nodiscard]] std::uint64_t witness_key(const Witness& witness) noexcept;

// The same of pages too short for any channel: their text is often all that was to be seen of
// pages that say more, so that only a title can tell. Whichever site or URL.
[[nodiscard]] std::uint64_t short_witness_key(const Witness& witness) noexcept;

}  // namespace facsim
