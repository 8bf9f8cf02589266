// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/payload.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/input/dates_internal.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/http_message_internal.h"

namespace facsim {
namespace {

// The values of the WARC head.
struct PayloadFields {
  bool is_response = false;
  bool is_part = false;  // truncated or a segment
  std::string content_type;
  bool has_digest = false;
  CaptureName name;
};

PayloadFields fields_of(std::string_view lines) {
  PayloadFields fields;
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    if (equal_nocase(name, "WARC-Type")) {
      fields.is_response = equal_nocase(value, "response");
    } else if (equal_nocase(name, "WARC-Truncated") || equal_nocase(name, "WARC-Segment-Number")) {
      fields.is_part = true;
    } else if (equal_nocase(name, "Content-Type")) {
      fields.content_type = unfolded(value);
    } else if (equal_nocase(name, "WARC-Record-ID")) {
      fields.name.id = unfolded(value);
    } else if (equal_nocase(name, "WARC-Target-URI")) {
      fields.name.url = unfolded(without_brackets(value));
    } else if (equal_nocase(name, "WARC-Date")) {
      fields.name.date = unfolded(value);
    } else if (equal_nocase(name, "WARC-Payload-Digest")) {
      fields.name.digest = unfolded(value);
      fields.has_digest = true;
    }
  });
  return fields;
}

// The HTTP head's description of the body.
struct BodyFields {
  std::string encoding;
  std::string transfer;
  std::uint64_t stated_bytes = 0;
  int encodings = 0;
  int transfers = 0;
};

BodyFields body_fields(std::string_view lines) {
  BodyFields fields;
  for_each_field(lines, [&](std::string_view name, std::string_view value) {
    if (equal_nocase(name, "Content-Encoding")) {
      fields.encoding = lowered(unfolded(value));
      ++fields.encodings;
    } else if (equal_nocase(name, "Transfer-Encoding")) {
      fields.transfer = lowered(unfolded(value));
      ++fields.transfers;
    } else if (equal_nocase(name, "Content-Length")) {
      fields.stated_bytes = parse_whole(value).value_or(fields.stated_bytes);
    }
  });
  return fields;
}

// Checks `algorithm:value`. wget --no-warc-digests wrote empty and random values, and indexes have
// these as well.
bool is_label(std::string_view digest) noexcept {
  const std::size_t colon = digest.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == digest.size()) return false;
  return std::all_of(digest.begin(), digest.end(), [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view(":+/=_-").find(c) != std::string_view::npos;
  });
}

bool is_http_type(std::string_view content_type) {
  const std::string name = parse_media_type(content_type).name;
  return name.empty() || name == "application/http";
}

}  // namespace

std::optional<Payload> payload_of(const RawRecord& record) {
  if (record.role != RecordRole::page || record.skip != Skip::none ||
      record.stated_length != StatedLength::right) {
    return std::nullopt;
  }
  std::string_view lines = std::string_view(record.bytes).substr(0, record.header_bytes);
  const std::string_view block = std::string_view(record.bytes).substr(lines.size());
  (void)take_line(lines);
  PayloadFields fields = fields_of(lines);
  const std::optional<CrawlTime> time = parse_exact_date(fields.name.date);
  if (!fields.is_response || fields.is_part || !time || fields.name.url.empty() ||
      !is_http_type(fields.content_type)) {
    return std::nullopt;
  }
  const HttpHead head = parse_http_head(block);
  // Other readers take the second of two heads for the beginning of the body.
  if (!head.is_http || head.is_behind_another) return std::nullopt;
  const std::string_view body = block.substr(head.header_bytes);
  const BodyFields http = body_fields(http_fields_of(block, head));
  const bool says_chunked = http.transfer == "chunked";
  const bool is_plain = http.transfer.empty() || http.transfer == "identity";
  if (http.encodings > 1 || http.transfers > 1 || (!says_chunked && !is_plain)) return std::nullopt;
  if (is_plain && body.size() < http.stated_bytes) return std::nullopt;
  // After the head of another capture it might be read as chunks.
  if (is_plain && without_chunks(body)) return std::nullopt;

  Payload payload;
  std::optional<Dechunked> joined;
  if (says_chunked) joined = without_chunks(body);
  if (joined && !joined->is_whole) return std::nullopt;
  payload.digest = sha256(joined ? std::string_view(joined->bytes) : body);
  const bool is_encoded = !http.encoding.empty() && http.encoding != "identity";
  payload.encoding = is_encoded ? hash64(http.encoding) | 1U : 0;
  payload.unix_time = time->seconds;
  payload.nanoseconds = time->nanoseconds;
  payload.body_bytes = body.size();
  payload.is_error = head.status >= 400;
  payload.is_chunked = joined.has_value();
  payload.name = std::move(fields.name);
  if (!fields.has_digest) payload.name.digest = sha1_label(body);
  payload.is_nameable = is_label(payload.name.digest);
  return payload;
}

}  // namespace facsim
