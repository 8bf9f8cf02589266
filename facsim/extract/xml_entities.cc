// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/xml_entities_internal.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "facsim/base/limits.h"
#include "facsim/base/utf.h"
#include "facsim/extract/xml_scan_internal.h"

namespace facsim {
namespace {

std::size_t past_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

// Returns the position of the first of `stops` outside quotes, which must include the quotes
// themselves; npos if there is none.
std::size_t end_of_declaration(std::string_view text, std::size_t at, std::string_view stops) {
  for (;;) {
    at = text.find_first_of(stops, at);
    if (at == kNowhere || (text[at] != '"' && text[at] != '\'')) return at;
    at = text.find(text[at], at + 1);
    if (at == kNowhere) return kNowhere;
    ++at;
  }
}

std::size_t behind(std::string_view text, std::string_view mark, std::size_t at) {
  const std::size_t found = text.find(mark, at);
  return found == kNowhere ? kNowhere : found + mark.size();
}

// Returns the character of a reference "#38;" or "#x26;"; nothing if it is malformed.
std::optional<char32_t> character_of(std::string_view reference) {
  const bool is_hexadecimal = reference.starts_with('x');
  if (is_hexadecimal) reference.remove_prefix(1);
  std::uint32_t value = 0;
  const auto read = std::from_chars(reference.data(), reference.data() + reference.size(), value,
                                    is_hexadecimal ? 16 : 10);
  const bool is_whole = read.ec == std::errc() && read.ptr == reference.data() + reference.size();
  const bool is_character = value != 0 && value < 0x110000 && (value < 0xd800 || value > 0xdfff);
  if (!is_whole || !is_character) return std::nullopt;
  return static_cast<char32_t>(value);
}

std::string with_characters(std::string_view value) {
  std::string result;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t mark = std::min(value.find("&#", at), value.size());
    result.append(value.substr(at, mark - at));
    if (mark == value.size()) break;
    const std::size_t end = value.find_first_of(";&", mark + 2);
    const bool has_end = end != kNowhere && value[end] == ';';
    const auto character =
        has_end ? character_of(value.substr(mark + 2, end - mark - 2)) : std::nullopt;
    if (character) append_utf8(*character, result);
    if (!character) result.append("&#");
    at = character ? end + 1 : mark + 2;
  }
  return result;
}

bool is_predefined(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"lt", "gt", "amp", "quot", "apos"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

std::optional<std::string_view> XmlEntities::value_of(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

// `at` is the position after "<!ENTITY". Returns the position after its ">".
std::optional<std::size_t> XmlEntities::read_entity(std::string_view text, std::size_t at) {
  at = past_space(text, at);
  if (at < text.size() && text[at] != '%') {
    const std::size_t name_end = std::min(text.find_first_of(" \t\r\n\"'>", at), text.size());
    const std::string_view name = text.substr(at, name_end - at);
    at = past_space(text, name_end);
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
      const std::size_t end = text.find(text[at], at + 1);
      if (end == kNowhere) return std::nullopt;
      if (!is_predefined(name) && values_.size() < limits::kXmlEntitiesMax) {
        values_.try_emplace(std::string(name), with_characters(text.substr(at + 1, end - at - 1)));
      }
      at = end + 1;
    }
  }
  const std::size_t end = end_of_declaration(text, at, "\"'>");
  if (end == kNowhere) return std::nullopt;
  return end + 1;
}

// `at` is the position after "[". Returns the position after "]".
std::optional<std::size_t> XmlEntities::read_subset(std::string_view text, std::size_t at) {
  for (;;) {
    at = past_space(text, at);
    const std::string_view rest = text.substr(std::min(at, text.size()));
    if (rest.starts_with(']')) return at + 1;
    if (rest.starts_with("<!--")) {
      at = behind(text, "-->", at + 4);
    } else if (rest.starts_with("<?")) {
      at = behind(text, "?>", at + 2);
    } else if (rest.starts_with('%')) {
      at = behind(text, ";", at);
    } else if (rest.starts_with("<!ENTITY")) {
      at = read_entity(text, at + 8).value_or(kNowhere);
    } else if (rest.starts_with("<!")) {
      at = end_of_declaration(text, at, "\"'>");
      if (at != kNowhere) ++at;
    } else {
      return std::nullopt;
    }
    if (at == kNowhere) return std::nullopt;
  }
}

std::optional<std::size_t> XmlEntities::read_doctype(std::string_view text, std::size_t at) {
  at = end_of_declaration(text, at, "\"'[>");
  if (at == kNowhere) return std::nullopt;
  if (text[at] == '>') return at + 1;
  const std::optional<std::size_t> behind_subset = read_subset(text, at + 1);
  if (!behind_subset) return std::nullopt;
  at = past_space(text, *behind_subset);
  if (!text.substr(at).starts_with('>')) return std::nullopt;
  return at + 1;
}

}  // namespace facsim
