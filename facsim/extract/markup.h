// SPDX-License-Identifier: Apache-2.0
#pragma once
// By which rules is the markup of a page read, and how does a text say so that travels without its
// media type?

#include <string_view>

#include "facsim/model/page.h"

namespace facsim {

// `text` is the page decoded. True for HTML pages that are XHTML by Page::markup, or that begin
// with an XML declaration (after white space) where that is unstated.
[[nodiscard]] bool is_xhtml(const Page& page, std::string_view text) noexcept;

// What must stand before `text` in a member or column "html", where no type goes with it, so that
// it is read by the same rules: an XML declaration, or an empty comment before one that does not
// count. Mostly empty.
[[nodiscard]] std::string_view markup_prefix(const Page& page, std::string_view text) noexcept;

}  // namespace facsim
