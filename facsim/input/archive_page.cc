// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/archive_page_internal.h"

#include <utility>

#include "facsim/input/dates_internal.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/http_message_internal.h"
#include "facsim/input/media_types_internal.h"
#include "facsim/input/utf8_internal.h"
#include "facsim/model/status_ranges.h"

namespace facsim {
namespace {

// Reads a block that is an HTTP response.
Skip read_http_page(const HttpHead& head, std::string_view block, StatedTypes types,
                    std::size_t page_bytes_max, Page& page) {
  page.status = status_of(head.status);
  types.type = head.media_type;
  if (is_bodiless(head.status) || is_never_page(types)) return Skip::not_a_page;
  const std::string_view sent = block.substr(head.header_bytes);
  const bool is_encoded = !head.transfer_encoding.empty() || !head.content_encoding.empty();
  if (!is_encoded && !may_be_page(types, sent)) return Skip::not_a_page;
  HttpBody body = read_http_body(head, sent, page_bytes_max);
  if (body.skip != Skip::none) {
    // If a body is too large after one decoding and has another encoding inside, nothing is known
    // of it.
    const bool is_unseen = body.skip == Skip::too_large && body.beginning.empty();
    return is_unseen || may_be_page(types, body.beginning) ? body.skip : Skip::not_a_page;
  }
  page.bytes = std::move(body.bytes);
  page.is_damaged = body.is_damaged;
  return choose_format(types, page);
}

// Reads a block that is the content itself.
Skip read_plain_page(const StatedTypes& types, std::string_view block, std::size_t page_bytes_max,
                     Page& page) {
  if (is_never_page(types)) return Skip::not_a_page;
  if (block.size() > page_bytes_max) {
    return may_be_page(types, block) ? Skip::too_large : Skip::not_a_page;
  }
  page.bytes = block;
  return choose_format(types, page);
}

void drop_content(Decoded& decoded) {
  if (decoded.skip == Skip::none) return;
  decoded.page.bytes.clear();
}

struct WarcFields {
  std::string_view record_type;
  std::string_view content_type;
  std::string_view identified;
  bool is_truncated = false;
};

WarcFields read_warc_fields(std::string_view lines, Page& page) {
  WarcFields fields;
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    if (equal_nocase(name, "WARC-Type")) {
      fields.record_type = value;
    } else if (equal_nocase(name, "Content-Type")) {
      fields.content_type = value;
    } else if (equal_nocase(name, "WARC-Identified-Payload-Type")) {
      fields.identified = value;
    } else if (equal_nocase(name, "WARC-Truncated")) {
      fields.is_truncated = true;
    } else if (equal_nocase(name, "WARC-Record-ID")) {
      page.id = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Target-URI")) {
      page.url = label_of(unfolded(without_brackets(value)));
    } else if (equal_nocase(name, "WARC-Date")) {
      set_time(page, parse_exact_date(value));
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
  StatedTypes types{.type = parse_media_type(unfolded(fields.content_type)),
                    .identified = parse_media_type(unfolded(fields.identified)).name};
  if (equal_nocase(fields.record_type, "conversion")) {
    // Extracted text (WET) is UTF-8 but does not state it.
    MediaType& type = types.type;
    if (type.charset.empty() && is_text_type(type.name)) type.charset = "utf-8";
    decoded.skip = read_plain_page(types, block, page_bytes_max, page);
  } else {
    const HttpHead head = parse_http_head(block);
    const bool says_http = types.type.name == "application/http";
    // A response without a type is HTTP if it looks like it: the first crawlers wrote such records.
    if (head.is_http && (says_http || types.type.name.empty())) {
      decoded.skip = read_http_page(head, block, std::move(types), page_bytes_max, page);
    } else if (says_http) {
      decoded.skip = block.empty() ? Skip::no_text : Skip::bad_http;
    } else {
      decoded.skip = read_plain_page(types, block, page_bytes_max, page);
    }
  }
  page.is_damaged |= fields.is_truncated;
  // An image in segments is not a page, wherever its other segments are.
  if (record.lacks_segments && decoded.skip != Skip::not_a_page) {
    decoded.skip = Skip::split_record;
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
  set_time(page, parse_exact_date(line->date));
  const HttpHead head = parse_http_head(block);
  if (head.is_http) {
    decoded.skip = read_http_page(head, block, {}, page_bytes_max, page);
  } else {
    const StatedTypes types{.type = parse_media_type(line->media_type), .identified = {}};
    decoded.skip = read_plain_page(types, block, page_bytes_max, page);
  }
  drop_content(decoded);
  return decoded;
}

}  // namespace facsim
