// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/markup.h"

#include <algorithm>

#include "facsim/extract/ascii_internal.h"

namespace facsim {
namespace {

bool begins_with_declaration(std::string_view text) noexcept {
  constexpr std::string_view kMark = "<?xml";
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
  return text.starts_with(kMark) && text.size() > kMark.size() && is_html_space(text[kMark.size()]);
}

}  // namespace

bool is_xhtml(const Page& page, std::string_view text) noexcept {
  if (page.format != PageFormat::html) return false;
  if (page.markup != Markup::unstated) return page.markup == Markup::xhtml;
  return begins_with_declaration(text);
}

std::string_view markup_prefix(const Page& page, std::string_view text) noexcept {
  if (page.format != PageFormat::html || page.markup == Markup::unstated) return {};
  const bool is_declared = begins_with_declaration(text);
  if (page.markup == Markup::xhtml) return is_declared ? "" : "<?xml version=\"1.0\"?>";
  return is_declared ? "<!---->" : "";
}

}  // namespace facsim
