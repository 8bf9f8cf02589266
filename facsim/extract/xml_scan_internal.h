// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text search for the pass over XHTML (xhtml_reader_internal.h): the next occurrence of a mark, and
// the parts of a tag.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "facsim/extract/ascii_internal.h"

namespace facsim {

inline constexpr std::size_t kNowhere = std::string_view::npos;

// Finds the next occurrence of a mark. Callers pass rising positions, so that no byte is examined
// twice: a mark that never occurs costs one scan in total, however often it is searched.
class NextMark {
 public:
  explicit NextMark(std::string_view mark) : mark_(mark) {}
  // Returns the first position at or after `from`, npos if there is none. Adds the bytes examined
  // to `steps`.
  std::size_t find(std::string_view text, std::size_t from, std::uint64_t& steps) {
    if (is_known_ && next_ >= from) return next_;
    next_ = text.find(mark_, from);
    steps += std::min(next_, text.size()) - std::min(from, text.size());
    is_known_ = true;
    return next_;
  }

 private:
  std::string_view mark_;
  std::size_t next_ = 0;
  bool is_known_ = false;
};

// A tag as HTML's tokenizer delimits it: XML's tags are delimited in the same way, and input that
// is not XML (values without quotes, a "<" in a value) is left as HTML reads it.
struct ScannedTag {
  std::string_view name;           // with its prefix
  std::size_t name_end = 0;        // position in the text
  std::size_t attributes_end = 0;  // before ">" or "/>"
  std::size_t end = 0;             // after ">"
  std::size_t xml_lang = 0;        // position of the name of an xml:lang; 0 if there is none
  bool has_lang = false;           // a lang of HTML
  bool is_empty = false;           // ends in "/>"
};

// Calls visit(name, value) for each attribute. `at` is the start of the name. Returns false if the
// text ends within the tag.
template <class Visit>
bool scan_tag(std::string_view text, std::size_t at, ScannedTag& tag, const Visit& visit) {
  const auto next = [&](std::string_view ends, std::size_t from) {
    return std::min(text.find_first_of(ends, from), text.size());
  };
  const std::size_t name_begin = at;
  at = next(" \t\n\r\f/>", at);
  tag.name = text.substr(name_begin, at - name_begin);
  tag.name_end = at;
  for (;;) {
    at = std::min(text.find_first_not_of(" \t\n\r\f", at), text.size());
    if (at == text.size()) return false;
    if (text[at] == '>' || text.substr(at, 2) == "/>") {
      tag.is_empty = text[at] == '/';
      tag.attributes_end = at;
      tag.end = at + (tag.is_empty ? 2 : 1);
      return true;
    }
    if (text[at] == '/') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    at = next(" \t\n\r\f/>=", at + 1);
    const std::string_view name = text.substr(begin, at - begin);
    const std::size_t after = std::min(text.find_first_not_of(" \t\n\r\f", at), text.size());
    std::string_view value;
    if (after < text.size() && text[after] == '=') {
      at = std::min(text.find_first_not_of(" \t\n\r\f", after + 1), text.size());
      if (at == text.size()) return false;
      if (text[at] == '"' || text[at] == '\'') {
        const std::size_t end = text.find(text[at], at + 1);
        if (end == std::string_view::npos) return false;
        value = text.substr(at + 1, end - at - 1);
        at = end + 1;
      } else if (text[at] != '>') {
        const std::size_t value_begin = at;
        at = next(" \t\n\r\f>", at);
        value = text.substr(value_begin, at - value_begin);
      }
    }
    if (name == "xml:lang" && tag.xml_lang == 0) tag.xml_lang = begin;
    if (equals_ignoring_case(name, "lang")) tag.has_lang = true;
    visit(name, value);
  }
}

}  // namespace facsim
