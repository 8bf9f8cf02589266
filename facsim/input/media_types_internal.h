// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is this record a page, and of which markup? One rule for all archives.
//
//   the type of the response                     is read
//   text/html, application/xhtml+xml             as HTML, as XHTML
//   text/xml, application/xml                    as XHTML if an <html> tag is near its beginning
//   text/plain, text/markdown                    as text; as HTML if the crawler identified HTML
//   and
//                                                the body begins as HTML does
//   none, unknown/unknown, */*, "html"           as HTML if identified so, or if it begins with a
//   tag;
//                                                else as text
//   images, sound, video, fonts, scripts,        never
//   styles, JSON, PDF, feeds and other XML, ...
//   all others: application/octet-stream,        as HTML if identified so, or if the body begins as
//   text/x-html, application/force-download      HTML does; else it is not a page
//
// "Identified" is WARC-Identified-Payload-Type. It never speaks against a type that is HTML:
// crawlers identify XHTML by a document type, also in what servers send as text/html.

#include <string>
#include <string_view>

#include "facsim/input/http_message_internal.h"
#include "facsim/model/page.h"
#include "facsim/model/skip.h"

namespace facsim {

// What headers state of a body.
struct StatedTypes {
  MediaType type;          // of the response, or of the record where it has no response
  std::string identified;  // "text/html": what the crawler found, or empty
};

// Not worth unpacking.
[[nodiscard]] bool is_never_page(const StatedTypes& types) noexcept;
// A page by its types alone. Of others nothing is said where their bodies cannot be read.
[[nodiscard]] bool is_stated_page(const StatedTypes& types) noexcept;
// Extracted text, of WET.
[[nodiscard]] bool is_text_type(std::string_view type) noexcept;
// The body begins as HTML does (sniff_internal.h), or it need not.
[[nodiscard]] bool may_be_page(const StatedTypes& types, std::string_view beginning) noexcept;
// Sets format, markup and charset of a page that has its bytes; says why where it is not a page.
[[nodiscard]] Skip choose_format(const StatedTypes& types, Page& page);

}  // namespace facsim
