// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/xhtml_reader_internal.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/limits.h"
#include "facsim/extract/xml_entities_internal.h"
#include "facsim/extract/xml_scan_internal.h"

namespace facsim {
namespace {

// The number of prefixes that can be bound to the namespaces known in HTML; further ones are
// ignored.
constexpr std::size_t kPrefixesMax = 16;

constexpr std::array<std::string_view, 3> kNamespaces = {"http://www.w3.org/1999/xhtml",
                                                         "http://www.w3.org/2000/svg",
                                                         "http://www.w3.org/1998/Math/MathML"};
// Elements without content, which the HTML parser never opens.
constexpr std::array<std::string_view, 19> kVoid = {
    "area",  "base",   "basefont", "bgsound", "br",    "col",    "embed", "frame", "hr",     "img",
    "input", "keygen", "link",     "meta",    "param", "source", "track", "wbr",   "command"};

bool is_name(std::string_view name, std::string_view lower) {
  return equals_ignoring_case(name, lower);
}

bool is_void(std::string_view name) {
  return std::ranges::any_of(kVoid, [&](std::string_view each) { return is_name(name, each); });
}

bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }

bool begins_name(std::string_view text, std::size_t at) {
  return at < text.size() && is_letter(text[at]);
}

bool ends_name(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == '>' || text[at] == '/' || is_html_space(text[at]);
}

// HTML reads the content of these as text without markup.
std::string_view html_name(std::string_view name) {
  return is_name(name, "plaintext") || is_name(name, "xmp") ? "pre" : name;
}

// A text, the position up to which it is read, and the places of the marks in it.
struct Source {
  explicit Source(std::string_view whole) : text(whole) {}

  std::string_view text;
  std::size_t at = 0;
  NextMark dashes{"--"};
  NextMark comment_end{"-->"};
  NextMark odd_comment_end{"--!>"};
  NextMark cdata{"<![CDATA["};
  NextMark cdata_end{"]]>"};
  NextMark instruction{"<?"};
  NextMark instruction_end{"?>"};
  NextMark tag_end{">"};
  NextMark reference_end{";"};
  bool has_elements = false;
  std::array<bool, 2> is_never_closed{};  // script, style

  [[nodiscard]] bool is_at(std::string_view mark) const {
    return text.substr(at, mark.size()) == mark;
  }
};

}  // namespace

struct XhtmlReader::State {
  std::string out;
  XmlEntities entities;
  std::vector<std::string_view> prefixes;
  std::size_t entity_bytes_left = 0;
  std::size_t open_br = kNowhere;  // size of `out` after a <br>
  std::uint64_t steps = 0;

  void read(Source& in, int depth);
  void read_reference(Source& in, int depth);
  void read_markup(Source& in);
  void read_comment(Source& in);
  void read_cdata(Source& in);
  void read_instruction(Source& in);
  void read_declaration(Source& in);
  void read_start_tag(Source& in);
  void read_end_tag(Source& in);
  void skip_raw_text(Source& in, std::string_view name, std::size_t which);
  [[nodiscard]] std::optional<std::size_t> find_raw_end(Source& in, std::string_view name);
  [[nodiscard]] std::optional<std::size_t> end_of_cdata(Source& in, std::size_t begin);
  void bind(std::string_view attribute, std::string_view value);
  [[nodiscard]] std::string_view without_prefix(std::string_view name) const;
  void append_escaped(std::string_view text);
  void skip_to(Source& in, NextMark& mark, std::size_t from, std::size_t length);
};

// Moves to the position after the next mark, or to the end of the text.
void XhtmlReader::State::skip_to(Source& in, NextMark& mark, std::size_t from, std::size_t length) {
  const std::size_t found = mark.find(in.text, from, steps);
  in.at = found == kNowhere ? in.text.size() : found + length;
}

// Escapes characters that would be markup; an "&" or "<" before a blank is not.
void XhtmlReader::State::append_escaped(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t mark = std::min(text.find_first_of("&<", at), text.size());
    out.append(text.substr(at, mark - at));
    if (mark == text.size()) return;
    const char next = mark + 1 < text.size() ? text[mark + 1] : 'x';
    const bool is_markup =
        is_letter(next) || next == '#' || next == '/' || next == '!' || next == '?';
    if (text[mark] == '&') {
      out.append(is_markup ? "&amp;" : "&");
    } else {
      out.append(is_markup ? "&lt;" : "<");
    }
    at = mark + 1;
  }
}

void XhtmlReader::State::bind(std::string_view attribute, std::string_view value) {
  constexpr std::string_view kBinds = "xmlns:";
  if (!attribute.starts_with(kBinds) || attribute.size() == kBinds.size()) return;
  const std::string_view prefix = attribute.substr(kBinds.size());
  const bool is_known = std::ranges::find(kNamespaces, value) != kNamespaces.end();
  const auto bound = std::ranges::find(prefixes, prefix);
  if (is_known && bound == prefixes.end() && prefixes.size() < kPrefixesMax) {
    prefixes.push_back(prefix);
  } else if (!is_known && bound != prefixes.end()) {
    prefixes.erase(bound);
  }
}

// Scopes of prefixes do not matter in real pages: a bound prefix remains bound to the page's end.
std::string_view XhtmlReader::State::without_prefix(std::string_view name) const {
  const std::size_t colon = name.find(':');
  if (colon == kNowhere || !begins_name(name, colon + 1)) return name;
  const bool is_bound = std::ranges::find(prefixes, name.substr(0, colon)) != prefixes.end();
  return is_bound ? name.substr(colon + 1) : name;
}

void XhtmlReader::State::read(Source& in, int depth) {
  while (in.at < in.text.size()) {
    const std::size_t found =
        entities.empty() ? in.text.find('<', in.at) : in.text.find_first_of("<&", in.at);
    const std::size_t next = std::min(found, in.text.size());
    out.append(in.text.substr(in.at, next - in.at));
    steps += next - in.at + 1;
    in.at = next;
    if (next == in.text.size()) return;
    if (in.text[next] == '&') {
      read_reference(in, depth);
    } else {
      read_markup(in);
    }
  }
}

// Replaces an entity that the page declares by its value, which is read as if it were there.
void XhtmlReader::State::read_reference(Source& in, int depth) {
  const std::size_t end = in.reference_end.find(in.text, in.at, steps);
  const auto value = end == kNowhere || end - in.at > limits::kLabelBytesMax
                         ? std::nullopt
                         : entities.value_of(in.text.substr(in.at + 1, end - in.at - 1));
  const bool is_within =
      value && depth < limits::kXmlEntityDepthMax && value->size() <= entity_bytes_left;
  if (!is_within) {
    out.push_back('&');
    ++in.at;
    return;
  }
  entity_bytes_left -= value->size();
  in.at = end + 1;
  Source inner(*value);
  inner.has_elements = true;
  read(inner, depth + 1);
}

void XhtmlReader::State::read_markup(Source& in) {
  if (in.is_at("<!--")) return read_comment(in);
  if (in.is_at("<![CDATA[")) return read_cdata(in);
  if (in.is_at("<!")) return read_declaration(in);
  if (in.is_at("<?")) return read_instruction(in);
  if (in.is_at("</") && begins_name(in.text, in.at + 2)) return read_end_tag(in);
  if (begins_name(in.text, in.at + 1)) return read_start_tag(in);
  out.push_back('<');
  ++in.at;
}

// XML ends a comment at its first "--", which ">" must follow. HTML ends it at "-->" or "--!>", and
// at once if it begins with ">" or "->".
void XhtmlReader::State::read_comment(Source& in) {
  const std::size_t begin = in.at + 4;
  const std::size_t dashes = in.dashes.find(in.text, begin, steps);
  if (dashes != kNowhere && in.text.substr(dashes + 2, 1) == ">") {
    in.at = dashes + 3;
    return;
  }
  in.at = begin;
  if (in.is_at(">") || in.is_at("->")) {
    in.at += in.is_at(">") ? 1 : 2;
    return;
  }
  const std::size_t end = in.comment_end.find(in.text, begin, steps);
  const std::size_t odd_end = in.odd_comment_end.find(in.text, begin, steps);
  in.at = std::min({end == kNowhere ? kNowhere : end + 3,
                    odd_end == kNowhere ? kNowhere : odd_end + 4, in.text.size()});
}

// Returns the position of the "]]>" of a section whose content begins at `begin`; nothing if the
// section does not end before another begins.
std::optional<std::size_t> XhtmlReader::State::end_of_cdata(Source& in, std::size_t begin) {
  const std::size_t end = in.cdata_end.find(in.text, begin, steps);
  if (end == kNowhere || in.cdata.find(in.text, begin, steps) < end) return std::nullopt;
  return end;
}

void XhtmlReader::State::read_cdata(Source& in) {
  in.at += 9;
  const std::optional<std::size_t> end = end_of_cdata(in, in.at);
  if (!end) return;
  append_escaped(in.text.substr(in.at, *end - in.at));
  in.at = *end + 3;
}

// Two instructions without "?>" are frequent: <?xml version="1.0"> and <?xml:namespace prefix = o
// />.
void XhtmlReader::State::read_instruction(Source& in) {
  const std::size_t begin = in.at + 2;
  const std::size_t end = in.instruction_end.find(in.text, begin, steps);
  const std::size_t other = in.instruction.find(in.text, begin, steps);
  const bool is_declaration = equals_ignoring_case(in.text.substr(begin, 3), "xml") &&
                              begin + 3 < in.text.size() &&
                              (in.text[begin + 3] == ':' || is_html_space(in.text[begin + 3]));
  const bool ends_early = is_declaration && in.tag_end.find(in.text, begin, steps) < end;
  if (end == kNowhere || other < end || ends_early) return skip_to(in, in.tag_end, begin, 1);
  in.at = end + 2;
}

// The page has a document type already: an XML page is never in quirks mode.
void XhtmlReader::State::read_declaration(Source& in) {
  if (!in.has_elements && equals_ignoring_case(in.text.substr(in.at + 2, 7), "doctype")) {
    in.has_elements = true;  // further document types are ignored
    if (const auto end = entities.read_doctype(in.text, in.at + 9)) {
      steps += *end - in.at;
      in.at = *end;
      return;
    }
    steps += in.text.size() - in.at;
  }
  skip_to(in, in.tag_end, in.at, 1);
}

void XhtmlReader::State::read_start_tag(Source& in) {
  in.has_elements = true;
  ScannedTag tag;
  const bool is_whole =
      scan_tag(in.text, in.at + 1, tag, [&](std::string_view name, std::string_view value) {
        if (name.starts_with('x')) bind(name, value);
      });
  if (!is_whole) {
    out.append(in.text.substr(in.at));
    steps += in.text.size() - in.at;
    in.at = in.text.size();
    return;
  }
  steps += tag.end - in.at;
  const std::string_view name = html_name(without_prefix(tag.name));
  out.append("<").append(name);
  if (tag.xml_lang != 0 && !tag.has_lang) {
    out.append(in.text.substr(tag.name_end, tag.xml_lang - tag.name_end));
    tag.name_end = tag.xml_lang + std::string_view("xml:").size();
  }
  out.append(in.text.substr(tag.name_end, tag.attributes_end - tag.name_end)).append(">");
  in.at = tag.end;
  if (is_void(name)) {
    if (is_name(name, "br")) open_br = out.size();
    return;
  }
  const bool is_script = is_name(name, "script");
  const bool is_raw = is_script || is_name(name, "style");
  if (is_raw && !tag.is_empty) skip_raw_text(in, tag.name, is_script ? 0 : 1);
  if (is_raw || tag.is_empty) out.append("</").append(name).append(">");
}

void XhtmlReader::State::read_end_tag(Source& in) {
  ScannedTag tag;
  if (!scan_tag(in.text, in.at + 2, tag, [](std::string_view, std::string_view) {})) {
    out.append(in.text.substr(in.at));
    steps += in.text.size() - in.at;
    in.at = in.text.size();
    return;
  }
  steps += tag.end - in.at;
  in.at = tag.end;
  const std::string_view name = html_name(without_prefix(tag.name));
  // HTML reads </br> as another <br>.
  if (is_name(name, "br") && open_br == out.size()) return;
  out.append("</").append(name).append(">");
}

// Skips the content of <script> or <style> up to its end tag; skips nothing if that never comes.
void XhtmlReader::State::skip_raw_text(Source& in, std::string_view name, std::size_t which) {
  if (in.is_never_closed[which]) return;
  // Searches on a copy: its cached positions of marks are used only if the element ends.
  Source ahead = in;
  const std::optional<std::size_t> end = find_raw_end(ahead, name);
  steps += end.value_or(in.text.size()) - in.at;
  if (!end) {
    in.is_never_closed[which] = true;
    return;
  }
  in = ahead;
  skip_to(in, in.tag_end, *end, 1);
}

// In XML the end tag may occur inside comments and CDATA sections; if these are malformed, it
// counts as in HTML.
std::optional<std::size_t> XhtmlReader::State::find_raw_end(Source& in, std::string_view name) {
  std::size_t at = in.text.find('<', in.at);
  while (at != kNowhere) {
    std::size_t next = at + 1;
    if (in.text.substr(at, 9) == "<![CDATA[") {
      if (const auto end = end_of_cdata(in, at + 9)) next = *end + 3;
    } else if (in.text.substr(at, 4) == "<!--") {
      const std::size_t dashes = in.dashes.find(in.text, at + 4, steps);
      if (dashes != kNowhere && in.text.substr(dashes + 2, 1) == ">") next = dashes + 3;
    } else if (in.text.substr(at, 2) == "</" &&
               equals_ignoring_case(in.text.substr(at + 2, name.size()), name) &&
               ends_name(in.text, at + 2 + name.size())) {
      return at;
    }
    at = in.text.find('<', next);
  }
  return std::nullopt;
}

XhtmlReader::XhtmlReader() : state_(std::make_unique<State>()) {}
XhtmlReader::~XhtmlReader() = default;
XhtmlReader::XhtmlReader(XhtmlReader&&) noexcept = default;
XhtmlReader& XhtmlReader::operator=(XhtmlReader&&) noexcept = default;
std::uint64_t XhtmlReader::steps() const noexcept { return state_->steps; }

std::string_view XhtmlReader::as_html(std::string_view xhtml) {
  State& state = *state_;
  state.out = "<!DOCTYPE html>";
  state.out.reserve(xhtml.size() + xhtml.size() / 16);
  state.entities.clear();
  state.prefixes.clear();
  state.entity_bytes_left = limits::kXmlEntityBytesMax;
  state.open_br = kNowhere;
  state.steps = 0;
  Source source(xhtml);
  state.read(source, 0);
  return state.out;
}

}  // namespace facsim
