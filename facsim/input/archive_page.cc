// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/archive_page_internal.h"

#include <utility>

#include "facsim/input/dates_internal.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/http_message_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

enum class Medium { html, text, xml, unknown, none };

// By the media types of the IANA register; "unknown" as the MIME Sniffing Standard has it, and
// "no-type", which ARC writes.
Medium medium_of(std::string_view type) noexcept {
  if (type == "text/html" || type == "application/xhtml+xml" ||
      type == "application/vnd.wap.xhtml+xml") {
    return Medium::html;
  }
  if (type == "text/plain" || type == "text/markdown" || type == "text/x-markdown") {
    return Medium::text;
  }
  if (type == "text/xml" || type == "application/xml") return Medium::xml;
  const bool is_unknown = type.find('/') == std::string_view::npos || type == "*/*" ||
                          type == "unknown/unknown" || type == "application/unknown";
  return is_unknown ? Medium::unknown : Medium::none;
}

// Sets the page's format by its medium and its first bytes; says no where it holds no text.
Skip choose_format(const MediaType& type, Page& page) {
  Medium medium = medium_of(type.name);
  const bool is_wide = type.charset.starts_with("utf-16") || type.charset.starts_with("utf-32");
  if (medium == Medium::none) return Skip::not_a_page;
  if (page.bytes.empty()) return Skip::no_text;
  if (!is_wide && looks_binary(page.bytes)) return Skip::not_a_page;
  if (medium == Medium::xml) {
    if (!has_html_tag(page.bytes)) return Skip::not_a_page;
    medium = Medium::html;
  }
  if (medium == Medium::unknown && looks_like_html(page.bytes)) medium = Medium::html;
  page.format = medium == Medium::html ? PageFormat::html : PageFormat::text;
  page.http_charset = type.charset;
  return Skip::none;
}

// A block that is an HTTP response.
Skip read_http_page(const HttpHead& head, std::string_view block, std::size_t page_bytes_max,
                    Page& page) {
  if (is_bodiless(head.status)) return Skip::not_a_page;
  // Not worth unpacking.
  if (medium_of(head.media_type.name) == Medium::none) return Skip::not_a_page;
  HttpBody body = read_http_body(head, block.substr(head.header_bytes), page_bytes_max);
  if (body.skip != Skip::none) return body.skip;
  page.bytes = std::move(body.bytes);
  page.is_damaged = body.is_damaged;
  return choose_format(head.media_type, page);
}

// A block that is the content itself.
Skip read_plain_page(const MediaType& type, std::string_view block, std::size_t page_bytes_max,
                     Page& page) {
  if (medium_of(type.name) == Medium::none) return Skip::not_a_page;
  if (block.size() > page_bytes_max) return Skip::too_large;
  page.bytes = block;
  return choose_format(type, page);
}

void drop_content(Decoded& decoded) {
  if (decoded.skip == Skip::none) return;
  decoded.page.bytes.clear();
}

bool is_name_look_up(std::string_view url) noexcept { return starts_with_nocase(url, "dns:"); }

struct WarcFields {
  std::string_view record_type;
  std::string_view content_type;
};

WarcFields read_warc_fields(std::string_view lines, Page& page) {
  WarcFields fields;
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    if (equal_nocase(name, "WARC-Type")) {
      fields.record_type = value;
    } else if (equal_nocase(name, "Content-Type")) {
      fields.content_type = value;
    } else if (equal_nocase(name, "WARC-Record-ID")) {
      page.id = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Target-URI")) {
      page.url = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Date")) {
      page.unix_time = parse_date(value);
    }
  });
  return fields;
}

}  // namespace

Decoded read_warc_page(const RawRecord& record, std::size_t page_bytes_max) {
  Decoded decoded;
  Page& page = decoded.page;
  std::string_view lines = std::string_view(record.bytes).substr(0, record.header_bytes);
  const std::string_view block = std::string_view(record.bytes).substr(lines.size());
  (void)take_line(lines);
  const WarcFields fields = read_warc_fields(lines, page);
  MediaType type = parse_media_type(unfolded(fields.content_type));
  if (is_name_look_up(page.url)) {
    decoded.skip = Skip::not_a_page;
  } else if (equal_nocase(fields.record_type, "conversion")) {
    // Extracted text (WET) is UTF-8 and says nothing of it.
    if (type.charset.empty() && medium_of(type.name) == Medium::text) type.charset = "utf-8";
    decoded.skip = read_plain_page(type, block, page_bytes_max, page);
  } else {
    const HttpHead head = parse_http_head(block);
    const bool says_http = type.name == "application/http";
    // A response without any type is HTTP if it looks like it; so were those of the first crawlers.
    if (head.is_http && (says_http || type.name.empty())) {
      decoded.skip = read_http_page(head, block, page_bytes_max, page);
    } else if (says_http) {
      decoded.skip = block.empty() ? Skip::no_text : Skip::bad_http;
    } else {
      decoded.skip = read_plain_page(type, block, page_bytes_max, page);
    }
  }
  drop_content(decoded);
  return decoded;
}

Decoded read_arc_page(const RawRecord& record, std::size_t page_bytes_max) {
  Decoded decoded;
  Page& page = decoded.page;
  std::string_view rest = std::string_view(record.bytes).substr(0, record.header_bytes);
  const std::string_view block = std::string_view(record.bytes).substr(rest.size());
  const std::optional<ArcLine> line = parse_arc_line(take_line(rest));
  if (!line) {
    decoded.skip = Skip::damaged_record;
    return decoded;
  }
  page.url = label_of(line->url);
  page.unix_time = parse_date(line->date);
  const HttpHead head = parse_http_head(block);
  if (is_name_look_up(page.url)) {
    decoded.skip = Skip::not_a_page;
  } else if (head.is_http) {
    decoded.skip = read_http_page(head, block, page_bytes_max, page);
  } else {
    decoded.skip = read_plain_page(parse_media_type(line->media_type), block, page_bytes_max, page);
  }
  drop_content(decoded);
  return decoded;
}

}  // namespace facsim
