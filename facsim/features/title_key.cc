// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/title_key.h"

#include <algorithm>
#include <string>

#include "facsim/base/hash64.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 3, v20, but not x86 or 2nd.
bool is_number(std::string_view unit) {
  if (unit.size() > 1 && unit.front() == 'v') unit.remove_prefix(1);
  return std::all_of(unit.begin(), unit.end(), is_digit);
}

// White space and points separate; other marks may be all that two titles differ in.
bool is_mark(char c) { return c != '.' && c != ',' && c != ' ' && !(c >= '\t' && c <= '\r'); }

}  // namespace

std::uint64_t title_key(std::string_view title) {
  std::string said;
  std::size_t end = 0;  // of the last unit
  bool has_unit = false;
  const auto add_marks = [&](std::size_t begin) {
    for (const char c : title.substr(end, begin - std::min(begin, end))) {
      if (is_mark(c)) said.push_back(c);
    }
  };
  for (const Unit& unit : split_units(title)) {
    add_marks(unit.begin);
    end = std::max(end, unit.end);
    if (is_number(unit.text)) continue;
    has_unit = true;
    said.append(" ").append(unit.text).append(" ");
  }
  add_marks(title.size());
  return has_unit ? hash64(said) | 1U : 0;
}

std::vector<std::uint64_t> title_words(std::string_view title, std::uint64_t seed) {
  std::vector<std::uint64_t> words;
  for (const Unit& unit : split_units(title, seed)) {
    if (words.size() == kTitleWordsMax) break;
    if (!is_number(unit.text)) words.push_back(unit.hash);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace facsim
