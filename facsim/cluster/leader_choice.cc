// SPDX-License-Identifier: Apache-2.0
#include "facsim/cluster/leader_choice.h"

#include <algorithm>

namespace facsim {
namespace {

double likeness(const Match& match) { return match.agreement.value_or(match.resemblance); }

}  // namespace

double larger_containment(const Match& match) noexcept {
  return std::max(match.containment, match.containment_reverse);
}

bool joins(const Match& match, const LeaderOptions& options) noexcept {
  if (!options.joining.has(match.kind)) return false;
  const bool is_part = match.kind == Kind::layout || match.kind == Kind::partial;
  return !is_part || match.containment >= options.min_containment_to_join;
}

bool LeaderChoice::offer(std::uint64_t candidate, const Match& match) noexcept {
  const bool joins_it = joins(match, options_);
  if (joins_it) {
    if (is_joining_ && likeness(match) <= likeness(match_)) return true;
  } else {
    if (is_joining_) return true;
    if (chosen_ && larger_containment(match) <= larger_containment(match_)) return true;
  }
  chosen_ = candidate;
  is_joining_ = joins_it;
  match_ = match;
  return !(joins_it && likeness(match) >= 1);
}

}  // namespace facsim
