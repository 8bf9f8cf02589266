// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/page_facts.h"

#include "facsim/fingerprint/sketcher.h"

namespace facsim {

std::uint64_t one_page_key(const PageFacts& page) noexcept {
  const std::uint64_t witness =
      page.has_fingerprint ? witness_key(page.witness) : short_witness_key(page.witness);
  const std::uint64_t coverage = coverage_key(page.coverage);
  return coverage == 0 ? witness : combine(witness, coverage);
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
