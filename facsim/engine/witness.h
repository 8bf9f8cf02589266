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
// 104 bytes a page; the judgement costs 10 ns and reads no text.

#include <cstdint>
#include <optional>
#include <string_view>

#include "facsim/model/sketch.h"

namespace facsim {

struct Witness {
  std::uint64_t site = 0;   // pages with equal keys are of one site
  std::uint64_t url = 0;    // of captures of one URL the same; 0: there is none
  std::uint64_t title = 0;  // title_key(); 0: there is none, or nobody will ask
  Sketch text;              // of the text that was not judged, where has_text
  bool has_text = false;
  bool is_short = false;        // the main text has at most profile.short_units_max units
  bool judged_visible = false;  // then `text` is the main text, else all visible text

  friend bool operator==(const Witness&, const Witness&) = default;
};

// The key of the host's pages, or without a host of those of one input folder or file.
[[nodiscard]] std::uint64_t site_key(std::string_view host, std::string_view input) noexcept;
[[nodiscard]] std::uint64_t url_key(std::string_view url) noexcept;

// Sets what the reader of a page knows: its URL, and site_of_input() for pages without one.
void set_origin(Witness& witness, std::string_view host, std::string_view url,
                std::uint64_t input_site) noexcept;

// Pages of equal text stand for each other before every judge if these are equal too.
[[nodiscard]] std::uint64_t witness_key(const Witness& witness) noexcept;

struct PageFacts;

// How much the texts that were not judged resemble each other, by their sketches (standard error
// .05 at .8). Nothing where that is not asked: of other sites, with equal titles or none, of one
// URL, or where both main texts are long. Two pages that say next to nothing but menus, whose
// titles differ, are two pages (0), unless all that is visible is the same.
[[nodiscard]] std::optional<double> witness_resemblance(const PageFacts& first,
                                                        const PageFacts& second) noexcept;

}  // namespace facsim
