// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/media_types_internal.h"

#include <algorithm>
#include <array>

#include "facsim/input/binary_body.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {
namespace {

enum class Medium { html, xhtml, text, xml, unknown, other, never };

constexpr std::string_view kXhtml = "application/xhtml+xml";

// True for types that clearly name something that no browser shows as a page.
bool is_other_data(std::string_view type) noexcept {
  constexpr std::array<std::string_view, 8> kFamilies = {
      "image/", "audio/", "video/", "font/", "model/", "message/", "multipart/", "chemical/"};
  constexpr std::array<std::string_view, 16> kWords = {
      "json", "script", "css",   "+xml", "rss", "atom", "pdf",  "font",
      "zip",  "x-tar",  "x-rar", "csv",  "dns", "warc", "wasm", "flash"};
  return std::ranges::any_of(kFamilies, [&](auto family) { return type.starts_with(family); }) ||
         std::ranges::any_of(kWords, [&](auto word) { return type.find(word) != type.npos; });
}

// By the media types of the IANA register; "unknown" as in the MIME Sniffing Standard, and
// "no-type" as in ARC.
Medium medium_of(std::string_view type) noexcept {
  if (type == "text/html") return Medium::html;
  if (type == kXhtml || type == "application/vnd.wap.xhtml+xml") return Medium::xhtml;
  if (is_text_type(type)) return Medium::text;
  if (type == "text/xml" || type == "application/xml") return Medium::xml;
  const bool is_unknown = type.find('/') == type.npos || type == "*/*" ||
                          type == "unknown/unknown" || type == "application/unknown";
  if (is_unknown) return Medium::unknown;
  return is_other_data(type) ? Medium::never : Medium::other;
}

bool is_identified(const StatedTypes& types) noexcept {
  return types.identified == "text/html" || types.identified == kXhtml;
}

bool is_wide(std::string_view charset) noexcept {
  return charset.starts_with("utf-16") || charset.starts_with("utf-32");
}

// True if the bytes begin as HTML with NULs removed.
bool begins_behind_nuls(std::string_view bytes) noexcept {
  std::array<char, 1024> kept{};
  std::size_t count = 0;
  for (const char c : bytes) {
    if (count == kept.size()) break;
    if (c != '\0') kept[count++] = c;
  }
  return begins_as_html({kept.data(), count}) || begins_as_html(bytes);
}

struct Reading {
  Skip skip = Skip::none;
  PageFormat format = PageFormat::html;
  Markup markup = Markup::unstated;
};

Reading reading_of(const StatedTypes& types, std::string_view bytes) {
  const Reading identified{.markup = types.identified == kXhtml ? Markup::xhtml : Markup::html};
  const Reading text{.format = PageFormat::text};
  const Reading none{.skip = Skip::not_a_page};
  switch (medium_of(types.type.name)) {
    case Medium::html:
      return {.markup = Markup::html};
    case Medium::xhtml:
      return {.markup = Markup::xhtml};
    case Medium::xml:
      return has_html_tag(bytes) ? Reading{.markup = Markup::xhtml} : none;
    case Medium::text:
      return is_identified(types) && begins_as_html(bytes) ? identified : text;
    case Medium::unknown:
      if (is_identified(types)) return identified;
      return looks_like_html(bytes) ? Reading{} : text;
    case Medium::other:
      if (is_identified(types)) return identified;
      return begins_as_html(bytes) ? Reading{} : none;
    case Medium::never:
      break;
  }
  return none;
}

}  // namespace

bool is_text_type(std::string_view type) noexcept {
  return type == "text/plain" || type == "text/markdown" || type == "text/x-markdown";
}

bool is_never_page(const StatedTypes& types) noexcept {
  return medium_of(types.type.name) == Medium::never;
}

bool is_stated_page(const StatedTypes& types) noexcept {
  return medium_of(types.type.name) != Medium::other || is_identified(types);
}

bool may_be_page(const StatedTypes& types, std::string_view beginning) noexcept {
  return is_stated_page(types) || begins_as_html(beginning);
}

bool is_binary_body(std::string_view charset, std::string_view bytes, bool says_html) noexcept {
  return !is_wide(charset) && looks_binary(bytes) && !(says_html && begins_behind_nuls(bytes));
}

Skip choose_format(const StatedTypes& types, Page& page) {
  if (is_never_page(types)) return Skip::not_a_page;
  if (page.bytes.empty()) return is_stated_page(types) ? Skip::no_text : Skip::not_a_page;
  const Medium medium = medium_of(types.type.name);
  const bool says_html = medium == Medium::html || medium == Medium::xhtml || is_identified(types);
  if (is_binary_body(types.type.charset, page.bytes, says_html)) return Skip::not_a_page;
  const Reading reading = reading_of(types, page.bytes);
  if (reading.skip != Skip::none) return reading.skip;
  page.format = reading.format;
  page.markup = reading.markup;
  page.http_charset = types.type.charset;
  return Skip::none;
}

}  // namespace facsim
