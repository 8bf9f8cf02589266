// SPDX-License-Identifier: Apache-2.0
#include "facsim/output/member_cuts.h"

#include <algorithm>

#include "facsim/files/json_scan.h"

namespace facsim {

MemberCuts cuts_of_member(std::string_view text, std::string_view name, std::uint64_t base) {
  constexpr std::size_t kNone = std::string_view::npos;
  MemberCuts made;
  JsonPieces members(text, std::min(text.find('{'), text.size()));
  bool has_kept = false;
  std::size_t comma_before = kNone;
  for (JsonPiece member; members.next(member); comma_before = member.comma) {
    const bool same =
        member.name.find('\\') == kNone ? member.name == name : json_string(member.name) == name;
    if (!same) {
      has_kept = true;
      continue;
    }
    const std::size_t begin = has_kept ? comma_before : member.begin;
    const bool with_comma_behind = !has_kept && member.comma != kNone;
    const std::size_t end = with_comma_behind ? member.comma + 1 : member.end;
    made.cuts.push_back({base + begin, base + end, ""});
  }
  if (!members.whole()) return {};
  made.leaves_nothing = !has_kept;
  return made;
}

}  // namespace facsim
