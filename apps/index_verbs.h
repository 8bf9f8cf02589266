// SPDX-License-Identifier: Apache-2.0
#pragma once
// The verbs of `facsim index`, with what the help says of each.
//
// Which flags a verb has is said once, in the table of flags: a help line that begins with verbs
// and a colon ("build, add: ...") is about these, any other about all verbs that read pages. What
// other commands have too cannot say so; of those kFlagsOfVerbs knows. Help and parser ask the
// same: a flag of another verb is refused.

#include <span>
#include <string>
#include <string_view>

#include "apps/flags.h"

namespace facsim {

struct IndexVerb {
  std::string_view name;
  std::string_view usage;     // what follows the name
  std::string_view summary;   // one line
  std::string_view about;     // paragraphs
  std::string_view examples;  // lines
  std::string_view brief;     // flags of the short help
  bool reads_pages = false;
  bool is_summed_up = false;  // has --summary
};

// In the order in which the help lists them.
[[nodiscard]] std::span<const IndexVerb> index_verbs() noexcept;
// Null where there is none of that name.
[[nodiscard]] const IndexVerb* index_verb_named(std::string_view name) noexcept;
// Suggests the nearest.
[[noreturn]] void throw_unknown_verb(std::string_view name);

// Whether the flag, one of index, is one of this verb.
[[nodiscard]] bool has_flag(const IndexVerb& verb, const Flag& flag);
// What the flag says of itself, without the verbs before it.
[[nodiscard]] std::string help_without_verbs(const Flag& flag);

}  // namespace facsim
