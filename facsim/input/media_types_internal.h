// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides whether a record is a page, and its markup. One rule for all archives.
//
//   the type of the response                     is read
//   text/html, application/xhtml+xml             as HTML, as XHTML
//   text/xml, application/xml                    as XHTML if an <html> tag is near its beginning
//   text/plain, text/markdown                    as text; as HTML if the crawler identified HTML
//                                                and the body begins as HTML does
//   none, unknown/unknown, */*, "html"           as HTML if identified so, or if it begins with a
//                                                tag; else as text
//   images, sound, video, fonts, scripts,        never
//   styles, JSON, PDF, feeds and other XML, ...
//   all others: application/octet-stream,        as HTML if identified so, or if the body begins
//   text/x-html, application/force-download      as HTML does; else it is not a page
//
// "Identified" is WARC-Identified-Payload-Type. It never overrides a type that is HTML: crawlers
// identify XHTML by a document type, even in bodies that servers send as text/html.

#include <string>
#include <string_view>

#include "facsim/input/http_message_internal.h"
#include "facsim/model/page.h"
#include "facsim/model/skip.h"

namespace facsim {

// The types of a body that headers state.
struct StatedTypes {
  MediaType type;          // of the response, or of the record if it has no response
  std::string identified;  // "text/html": detected by the crawler; or empty
};

// True if the body is not worth unpacking.
[[nodiscard]] bool is_never_page(const StatedTypes& types) noexcept;
// True if it is a page by its types alone. Other bodies that cannot be read are not reported.
[[nodiscard]] bool is_stated_page(const StatedTypes& types) noexcept;
// True for extracted text, as in WET.
[[nodiscard]] bool is_text_type(std::string_view type) noexcept;
// True if the body begins as HTML (sniff_internal.h), or is a page by its types alone.
[[nodiscard]] bool may_be_page(const StatedTypes& types, std::string_view beginning) noexcept;
// Sets format, markup and charset of a page that has its bytes; returns the reason if it is not a
// page.
[[nodiscard]] Skip choose_format(const StatedTypes& types, Page& page);

}  // namespace facsim
