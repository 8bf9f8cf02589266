// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/title_key.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/features/ascii_blocks_internal.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

// True for 3 and v20, but not for x86 or 2nd.
bool is_number(std::string_view unit) {
  if (unit.size() > 1 && unit.front() == 'v') unit.remove_prefix(1);
  return std::all_of(unit.begin(), unit.end(), is_digit);
}

std::string_view beginning(std::string_view title) {
  return title.substr(0, limits::kTitleBytesMax);
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_mark(char c) { return c > ' ' && c < 0x7f && c != '.' && c != ','; }

// Appends the marks between two units, without separators.
void add_marks(std::string_view between, std::string& marks) {
  while (!between.empty()) {
    const auto begin = std::find_if_not(between.begin(), between.end(), is_space);
    const auto end = std::find_if(begin, between.end(), is_space);
    const bool stands_alone = begin != between.begin() && end != between.end();
    if (!stands_alone) std::copy_if(begin, end, std::back_inserter(marks), is_mark);
    between.remove_prefix(static_cast<std::size_t>(end - between.begin()));
  }
}

}  // namespace

std::uint64_t title_key(std::string_view title) {
  std::string said;
  for (const Unit& unit : split_units(beginning(title))) {
    if (!is_number(unit.text)) said.append(unit.text).append(" ");
  }
  return said.empty() ? 0 : hash64(said) | 1U;
}

std::uint64_t title_marks_key(std::string_view title) {
  std::string marks;
  title = beginning(title);
  std::size_t end = 0;  // of the last unit
  for (const Unit& unit : split_units(title)) {
    if (unit.begin > end) add_marks(title.substr(end, unit.begin - end), marks);
    end = std::max(end, unit.end);
  }
  add_marks(title.substr(end), marks);
  return marks.empty() ? 0 : hash64(marks) | 1U;
}

std::vector<std::uint64_t> title_words(std::string_view title, std::uint64_t seed) {
  std::vector<std::uint64_t> words;
  for (const Unit& unit : split_units(beginning(title), seed)) {
    if (words.size() == kTitleWordsMax) break;
    if (!is_number(unit.text)) words.push_back(unit.hash);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace facsim
