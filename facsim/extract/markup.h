// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a page is read as HTML or XHTML, and how a text that travels without its media type
// states that.

#include <string_view>

#include "facsim/model/page.h"

namespace facsim {

// `text` is the decoded page. True for HTML pages that are XHTML by Page::markup, or, if that is
// unstated, that begin with an XML declaration (after white space).
[[nodiscard]] bool is_xhtml(const Page& page, std::string_view text) noexcept;

// Returns the prefix that `text` needs in a member or column "html", which has no media type, to be
// read by the same rules: an XML declaration, or an empty comment before a declaration that does
// not count. Usually empty.
[[nodiscard]] std::string_view markup_prefix(const Page& page, std::string_view text) noexcept;

}  // namespace facsim
