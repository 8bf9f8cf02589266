// SPDX-License-Identifier: Apache-2.0
#pragma once
// An HTTP response as it lay on the wire, or as a crawler thought fit to store it.
//
// Crawlers undo chunks and content encodings and keep the header lines that announce them, cut
// bodies short, and turn CRLF into LF. So a header line is a hint here, and the body decides.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/model/skip.h"

namespace facsim {

// `text/html; charset="utf-8"` taken apart; both in lower case.
struct MediaType {
  std::string name;     // "text/html", or empty
  std::string charset;  // or empty
};
[[nodiscard]] MediaType parse_media_type(std::string_view value);

struct HttpHead {
  bool is_http = false;          // begins with a status line and has a bounded header
  int status = 0;                // 0 where the status line has no number
  std::size_t begin = 0;         // behind empty lines and heads that do not count
  std::size_t header_bytes = 0;  // where the body begins
  MediaType media_type;
  std::string transfer_encoding;
  std::string content_encoding;
  std::optional<std::uint64_t> content_length;  // the first that is stated
  std::string content_range;                    // as it is written
  bool is_behind_another = false;               // of several heads in a row
};
// Of heads that follow one another at once the last counts: interim answers come before the final
// one (RFC 9110, 15.2), and so do a proxy's "200 Connection established", what `curl -iL` passed
// through, and the same head once more. A head of a page of another media type, of which the body
// begins with a head, is a page about HTTP.
[[nodiscard]] HttpHead parse_http_head(std::string_view message);

// The lines of the head behind its status line.
[[nodiscard]] std::string_view http_fields_of(std::string_view message,
                                              const HttpHead& head) noexcept;

// What chunks hold together.
struct Dechunked {
  std::string bytes;
  bool is_damaged = false;  // cut within a chunk, or against the rules behind the first
  bool is_whole = false;    // the last chunk, which is empty, is there
};
// Nothing if the body is not chunked from its first byte on. A later break of the rules ends it:
// what was had until then is the body, as with a connection that was cut.
[[nodiscard]] std::optional<Dechunked> without_chunks(std::string_view body);

// The answer says that its body is a part of the whole (206).
[[nodiscard]] bool is_part_of_body(const HttpHead& head) noexcept;
// Whether the answer says that more belongs to it than `body`, which is not packed: fewer bytes
// than it states, or a part (206) that does not reach from the first byte to the last. One that is
// packed or in chunks says so itself. Content-Length is often that of the body as it was sent:
// stored unpacked or with LF for CRLF it is no cut, nor is nothing at all, as HEAD is answered.
[[nodiscard]] bool is_cut_body(const HttpHead& head, std::string_view body) noexcept;

// Nothing worth judging can be in the body: 1xx, 204, 3xx.
[[nodiscard]] bool is_bodiless(int status) noexcept;

struct HttpBody {
  Skip skip = Skip::none;  // bad_body, unknown_encoding or too_large
  std::string bytes;
  std::string beginning;    // of a body that is too large: what it can be told by
  bool is_damaged = false;  // cut, or damaged behind its beginning
};
// Undoes chunks, transfer codings and content encodings, the last one named first. A body that is
// cut gives what can be had.
//
// A body that was stored decoded is taken as it lies: under "gzip" all that begins otherwise than
// gzip, under another encoding what reads as text, and under a name that is none ("utf-8", "none")
// what is not binary. Brotli (br) has no magic to tell it by: what begins with markup is no brotli
// (the first bits of "<" are against its format), else a whole stream is one, then comes text.
[[nodiscard]] HttpBody read_http_body(const HttpHead& head, std::string_view body,
                                      std::size_t bytes_max);

}  // namespace facsim
