// SPDX-License-Identifier: Apache-2.0
#include "apps/witness_text.h"

#include "apps/passages_text.h"

namespace facsim {
namespace {

std::string why_witnesses_are_asked(const WitnessMatch& match) {
  return match.of_other_pages ? "titles or sites differ, and a main text is short"
                              : "a main text is a stub";
}

std::string left_out_line(const Comparison& c) {
  if (!c.left_out) return {};
  return "left out     " + figure(c.left_out->resemblance) +
         "  resemblance of what was not judged, at least " + figure(LeftOutMatch::kResemblanceMin) +
         " for duplicates; what differs there is " + figure(c.left_out->differing) +
         " times as long as what was judged, at most " + figure(LeftOutMatch::kDifferingMax) + "\n";
}

std::string names_clause(const OwnWords& names) {
  const auto quoted = [](const std::string& word) { return "'" + word + "'"; };
  if (names.page.empty())
    return "the name of B has " + quoted(names.other) + ", which A does not use";
  if (names.other.empty())
    return "the name of A has " + quoted(names.page) + ", which B does not use";
  return "the name of A has " + quoted(names.page) + ", that of B " + quoted(names.other);
}

std::string names_line(const Comparison& c) {
  return c.names ? "names        " + names_clause(*c.names) + "\n" : std::string();
}

}  // namespace

std::string witness_line(const Comparison& c, const Profile& profile) {
  if (!c.witness) return left_out_line(c) + names_line(c);
  return left_out_line(c) + names_line(c) + "witness      " + figure(c.witness->resemblance) +
         "  of the texts that were not judged, at least " +
         figure(c.witness->required(profile.thresholds.min_resemblance)) +
         " for duplicates: " + why_witnesses_are_asked(*c.witness) + "\n";
}

bool are_kept_apart(const Comparison& c, const Profile& profile) {
  const Thresholds& least = profile.thresholds;
  const bool look_alike = c.resemblance >= least.min_resemblance ||
                          (least.min_agreement > 0 && c.agreement >= least.min_agreement);
  if (c.names || (c.left_out && c.left_out->are_two)) return look_alike;
  return look_alike && c.witness && c.witness->are_two(c.resemblance, least.min_resemblance);
}

std::string why_asked(const Comparison& c) {
  if (c.names) return names_clause(*c.names);
  if (c.left_out && c.left_out->are_two) return "what was left out of them differs";
  return why_witnesses_are_asked(*c.witness);
}

}  // namespace facsim
