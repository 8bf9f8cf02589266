// SPDX-License-Identifier: Apache-2.0
#include "apps/witness_text.h"

#include "apps/passages_text.h"

namespace facsim {

std::string witness_line(const Comparison& c, const Profile& profile) {
  if (!c.witness) return {};
  return "witness      " + figure(c.witness->resemblance) +
         "  of the texts that were not judged, at least " +
         figure(c.witness->required(profile.thresholds.min_resemblance)) +
         " for duplicates: " + why_asked(*c.witness) + "\n";
}

bool are_kept_apart(const Comparison& c, const Profile& profile) {
  const Thresholds& least = profile.thresholds;
  const bool look_alike = c.resemblance >= least.min_resemblance ||
                          (least.min_agreement > 0 && c.agreement >= least.min_agreement);
  return look_alike && c.witness && c.witness->are_two(c.resemblance, least.min_resemblance);
}

std::string why_asked(const WitnessMatch& match) {
  return match.of_other_pages ? "titles or sites differ, and a main text is short"
                              : "a main text is a stub";
}

}  // namespace facsim
