// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/page_facts.h"

#include <span>

#include "facsim/base/hash64.h"
#include "facsim/fingerprint/sketcher.h"

namespace facsim {

void set_origin(PageFacts& page, std::string_view host, std::string_view url) noexcept {
  if (page.has_layout) set_origin(page.witness, host, url);
}

std::uint64_t one_page_key(const PageFacts& page) noexcept {
  const std::uint64_t witness =
      page.has_fingerprint ? witness_key(page.witness) : short_witness_key(page.witness);
  std::uint64_t key = combine(witness, coverage_key(page.coverage));
  // The judgement on what was left out of another page depends on site, URL and layout
  // (left_out_match.h).
  if (page.has_fingerprint && page.has_layout) {
    const auto layout = std::as_bytes(std::span(page.layout.bins));
    key = combine(combine(key, page.witness.site), page.witness.url);
    key = combine(key, hash64({reinterpret_cast<const char*>(layout.data()), layout.size()}));
  }
  // Names are compared between pages of one site (name_match.h).
  if (page.names.is_asked) {
    key = combine(combine(key, names_key(page.names)), page.witness.site);
    key = combine(key, page.witness.url);
  }
  return key;
}

bool are_candidates(const PageFacts& a, const PageFacts& b, const Profile& profile) {
  if (!a.has_fingerprint || !b.has_fingerprint) return false;
  if (a.distance_to(b) <= profile.max_distance) return true;
  const auto keys_a = band_keys(a.sketch);
  const auto keys_b = band_keys(b.sketch);
  for (std::size_t band = 0; band < profile.bands; ++band) {
    if (keys_a[band] == keys_b[band]) return true;
  }
  return false;
}

}  // namespace facsim
