// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/stored_body.h"

#include <string>

#include "facsim/base/hash64.h"
#include "facsim/input/framing_internal.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/http_message_internal.h"
#include "facsim/input/text_bits_internal.h"

namespace facsim {
namespace {

// The values of the record's head.
struct RecordSays {
  std::string type;        // of a WARC record
  std::string media_type;  // of its block
  std::string identified;
  bool is_cut = false;
};

RecordSays warc_says(std::string_view lines) {
  RecordSays says;
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    if (equal_nocase(name, "WARC-Type")) {
      says.type = lowered(value);
    } else if (equal_nocase(name, "Content-Type")) {
      says.media_type = unfolded(value);
    } else if (equal_nocase(name, "WARC-Identified-Payload-Type")) {
      says.identified = lowered(unfolded(value));
    } else if (equal_nocase(name, "WARC-Truncated")) {
      says.is_cut = true;
    }
  });
  return says;
}

std::string coding_of(const std::string& named) { return named == "identity" ? "" : named; }

}  // namespace

bool StoredBody::is_whole(std::uint64_t bytes, std::string_view tail) const noexcept {
  if (is_cut || bytes < bytes_stated) return false;
  return !is_chunked || tail.ends_with("0\r\n\r\n");
}

StoredBody stored_body_of(std::string_view bytes, std::size_t header_bytes, bool is_arc) {
  std::string_view lines = bytes.substr(0, header_bytes);
  const std::string_view block = bytes.substr(lines.size());
  const std::string_view first_line = take_line(lines);
  RecordSays says;
  if (!is_arc) {
    says = warc_says(lines);
  } else if (const std::optional<ArcLine> line = parse_arc_line(first_line)) {
    says.media_type = line->media_type;
  }
  StoredBody body;
  body.begin = header_bytes;
  body.is_cut = says.is_cut;
  MediaType type = parse_media_type(says.media_type);
  const HttpHead head = parse_http_head(block);
  const bool may_be_http = is_arc || (says.type != "conversion" &&
                                      (type.name.empty() || type.name == "application/http"));
  std::string codings;
  if (head.is_http && may_be_http) {
    const std::string_view fields = http_fields_of(block, head);
    body.is_cut = body.is_cut || is_part_of_body(head);
    body.begin += head.header_bytes;
    body.bytes_stated = parse_whole(field_of(fields, "Content-Length")).value_or(0);
    const bool says_chunked = head.transfer_encoding.find("chunked") != std::string::npos;
    body.is_chunked = says_chunked && without_chunks(block.substr(head.header_bytes)).has_value();
    if (says_chunked) body.bytes_stated = 0;
    type = head.media_type;
    codings = coding_of(head.content_encoding) + '\n' + coding_of(head.transfer_encoding);
  }
  body.read_as = hash64(type.name + '\n' + type.charset + '\n' + says.identified + '\n' + codings);
  return body;
}

}  // namespace facsim
