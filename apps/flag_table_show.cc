// SPDX-License-Identifier: Apache-2.0
// The flags that only show has.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"

namespace facsim {
namespace {

using Word = std::string_view;

void apply_color(Word name, Word word, Settings& settings) {
  if (word == "auto") {
    settings.color = ColorChoice::automatic;
  } else if (word == "always") {
    settings.color = ColorChoice::always;
  } else if (word == "never") {
    settings.color = ColorChoice::never;
  } else {
    throw_not_one_of(name, word, {"auto", "always", "never"});
  }
}

constexpr std::array kFlags = {
    Flag{"--json", "", "", kPrinting,
         "Print one JSON object: the row, what the texts measure now, and the passages.", kShow,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--color", "", "WHEN", kPrinting,
         "always, never, or auto: on a terminal, unless NO_COLOR is set. Default: auto.", kShow,
         apply_color},
};

}  // namespace

std::span<const Flag> show_flags() noexcept { return kFlags; }

}  // namespace facsim
