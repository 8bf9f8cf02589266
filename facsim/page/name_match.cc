// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/name_match.h"

namespace facsim {

std::optional<NameMatch> match_of_names(const PageFacts& first, const PageFacts& second) {
  const Witness& one = first.witness;
  const Witness& other = second.witness;
  if (one.site != other.site || have_one_url(one, other)) return std::nullopt;
  // Everything that the pages say is the same, including title and heading: only the paths differ.
  if (first.digest == second.digest && first.names.filter == second.names.filter &&
      first.coverage.visible == second.coverage.visible) {
    return std::nullopt;
  }
  // Either text may use the other's name, for example to refer to it.
  const NameMatch proper = {.word = own_proper_name(first.names, second.names),
                            .other_word = own_proper_name(second.names, first.names)};
  if (!proper.word.empty() && !proper.other_word.empty()) return proper;
  const NameMatch match = {.word = own_name_word(first.names, second.names),
                           .other_word = own_name_word(second.names, first.names)};
  if (match.word.empty() && match.other_word.empty()) return std::nullopt;
  return match;
}

}  // namespace facsim
