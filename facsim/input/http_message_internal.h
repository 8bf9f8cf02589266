// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses an HTTP response as sent on the wire, or as a crawler chose to store it.
//
// Crawlers undo chunks and content encodings but store the header lines that announce them,
// truncate bodies, and turn CRLF into LF. So a header line is only a hint here, and the body
// decides.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/skip.h"

namespace facsim {

// The parts of `text/html; charset="utf-8"`, both in lower case.
struct MediaType {
  std::string name;     // "text/html", or empty
  std::string charset;  // or empty
};
[[nodiscard]] MediaType parse_media_type(std::string_view value);

struct HttpHead {
  bool is_http = false;          // begins with a status line and has a bounded header
  int status = 0;                // 0 if the status line has no number
  std::size_t begin = 0;         // past empty lines and heads that are skipped
  std::size_t header_bytes = 0;  // offset of the body
  MediaType media_type;
  std::string transfer_encoding;
  std::string content_encoding;
  std::optional<std::uint64_t> content_length;  // the first one stated
  std::string content_range;                    // as written
  bool is_behind_another = false;               // it follows a skipped head
};
// If several heads follow each other directly, the last counts: interim answers come before the
// final one (RFC 9110, 15.2), and so do a proxy's "200 Connection established", the redirects of
// `curl -iL`, and a repeated head. But a page of another media type whose body begins with a head
// is a page about HTTP.
[[nodiscard]] HttpHead parse_http_head(std::string_view message);

// Returns the lines of the head after its status line.
[[nodiscard]] std::string_view http_fields_of(std::string_view message,
                                              const HttpHead& head) noexcept;

// The joined content of the chunks.
struct Dechunked {
  std::string bytes;
  bool is_damaged = false;  // cut within a chunk, or invalid after the first
  bool is_whole = false;    // the last chunk, which is empty, was found
};
// Returns nullopt if the body is not chunked from its first byte on. A later violation ends the
// body: the bytes before it are the result, as with a broken connection.
[[nodiscard]] std::optional<Dechunked> without_chunks(std::string_view body);

// True if the response states that its body is a part of the whole (206).
[[nodiscard]] bool is_part_of_body(const HttpHead& head) noexcept;
// True if the head shows that `body`, which is not packed, is incomplete: it is shorter than
// Content-Length, or a part (206) that does not reach from the first byte to the last. False for
// packed or chunked bodies, which show their end themselves. Content-Length often counts the body
// as it was sent: a body that was stored with LF for CRLF is not cut, nor is an empty one, as after
// HEAD.
[[nodiscard]] bool is_cut_body(const HttpHead& head, std::string_view body) noexcept;

// True if the body cannot hold anything worth judging: 1xx, 204, 3xx.
[[nodiscard]] bool is_bodiless(int status) noexcept;

struct HttpBody {
  Skip skip = Skip::none;  // bad_body, unknown_encoding or too_large
  std::string bytes;
  std::string beginning;    // of a body that is too large: for detecting its kind
  bool is_damaged = false;  // cut, or damaged after its beginning
};
// Undoes chunks, transfer codings and content encodings, the last one named first. A truncated body
// yields the bytes that can be decoded.
//
// A body that was stored decoded is used as it is: under "gzip" if it does not begin as gzip, under
// another known encoding if it reads as text, and under a name that is not an encoding ("utf-8",
// "none") unless it is binary. Brotli (br) has no magic: a body that begins with markup is not
// brotli (the first bits of "<" violate its format), else a complete stream is brotli, else a text
// is text.
[[nodiscard]] HttpBody read_http_body(const HttpHead& head, std::string_view body,
                                      std::size_t bytes_max);

}  // namespace facsim
