// SPDX-License-Identifier: Apache-2.0
// The flags that only show has.
#include <array>

#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/model/named_values.h"

namespace facsim {
namespace {

using namespace std::string_view_literals;
using Word = std::string_view;

constexpr std::array kColorNames = {"auto"sv, "always"sv, "never"sv};  // of ColorChoice

std::span<const Word> color_names() { return kColorNames; }

void apply_color(Word name, Word word, Settings& settings) {
  settings.color = chosen(name, word, value_named<ColorChoice>(kColorNames, word), color_names());
}

constexpr std::array kShowFlags = {
    Flag{"--json", "", "", kPrinting,
         "Print one JSON object: the row, what the texts measure now, and the passages.", kShow,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--color", "", "WHEN", kPrinting,
         "always, never, or auto: on a terminal, unless NO_COLOR is set. Default: {}.", kShow,
         apply_color, Choices{words_of<color_names>},
         [] { return std::string(kColorNames.at(std::size_t(Settings().color))); }},
};

}  // namespace

std::span<const Flag> show_flags() noexcept { return kShowFlags; }

}  // namespace facsim
