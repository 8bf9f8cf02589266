// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/word_list.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/utf.h"
#include "facsim/features/units.h"
#include "facsim/features/windows.h"

namespace facsim {
namespace {

constexpr double kFactorMost = 1000;

[[noreturn]] void throw_line(std::size_t line, std::string_view sentence) {
  throw Error{ErrorCode::invalid_argument,
              "line " + std::to_string(line) + ": " + std::string(sentence)};
}

// Returns the units of a line, as in FeatureMaker. A space separates words of ICU and jieba, which
// may contain several of our own units.
std::vector<std::string> units_of(std::string_view line, UnitKind kind) {
  std::vector<std::string> units;
  if (kind == UnitKind::words) {
    for (Unit& unit : split_units(line)) units.push_back(std::move(unit.text));
    return units;
  }
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    std::string joined = folded_letters(word);
    if (joined.empty()) continue;
    if (kind == UnitKind::icu_words) joined = to_utf8(folded_characters(word, Folding::nfkc));
    units.push_back(std::move(joined));
  }
  return units;
}

// Returns the line as a feature. Throws if no feature can equal it.
std::string folded_line(std::size_t number, std::string_view line, WordList::Shape shape) {
  if (!is_utf8(line)) throw_line(number, "no UTF-8");
  const std::string shown = "'" + std::string(line) + "'";
  const std::vector<std::string> units = units_of(line, shape.kind);
  if (units.empty()) throw_line(number, shown + " is no word: it has neither letters nor digits");
  if (units.size() > shape.units_max) {
    throw_line(number, shown + " has " + std::to_string(units.size()) +
                           " units and would find nothing: here it may have at most " +
                           std::to_string(shape.units_max));
  }
  std::string text;
  for (const std::string& unit : units) {
    if (!text.empty()) text += ' ';
    text += unit;
  }
  return text;
}

template <class See>
void for_each_line(std::string_view text, See see) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line == "#" || line.starts_with("# ")) continue;
    see(number, line);
  }
}

}  // namespace

WordList WordList::parse_stop_words(std::string_view text, Shape shape) {
  WordList list;
  for_each_line(text, [&](std::size_t number, std::string_view line) {
    list.factors_[folded_line(number, line, shape)] = 0;
  });
  return list;
}

WordList WordList::parse_topic(std::string_view text, Shape shape) {
  WordList list;
  for_each_line(text, [&](std::size_t number, std::string_view line) {
    const std::size_t tab = line.find('\t');
    const std::string_view written = line.substr(0, std::min(tab, line.size()));
    std::string word = folded_line(number, written, shape);
    const std::string shown = "'" + std::string(written) + "'";
    if (tab == std::string_view::npos) {
      throw_line(number, shown + " has no factor; write the word, a tab and a number");
    }
    const std::string_view digits = line.substr(tab + 1);
    double factor = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), factor);
    const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
    if (!is_number || !std::isfinite(factor) || factor <= 0 || factor > kFactorMost) {
      throw_line(number, "the factor of " + shown + " must be a number above 0 and at most 1000");
    }
    list.factors_[std::move(word)] = factor;
  });
  return list;
}

double WordList::factor_of(const std::string& folded) const {
  const auto found = factors_.find(folded);
  return found == factors_.end() ? 1 : found->second;
}

std::uint64_t WordList::digest() const {
  // A sum does not depend on the order, which a hash map leaves open.
  std::uint64_t sum = factors_.size();
  for (const auto& [word, factor] : factors_) {
    sum += combine(hash64(word), std::bit_cast<std::uint64_t>(factor));
  }
  return mix64(sum);
}

}  // namespace facsim
