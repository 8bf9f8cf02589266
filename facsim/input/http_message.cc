// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/http_message_internal.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <utility>

#include "facsim/base/limits.h"
#include "facsim/files/byte_source.h"
#include "facsim/input/header_fields_internal.h"
#include "facsim/input/sniff_internal.h"
#include "facsim/input/utf8_internal.h"

namespace facsim {
namespace {

struct ChunkLine {
  std::size_t data_bytes = 0;  // of the chunk
  std::size_t line_bytes = 0;  // including its line break
  bool ends_in_crlf = false;
};

// Parses `size[;extension]` and a line break.
std::optional<ChunkLine> parse_chunk_line(std::string_view text) noexcept {
  constexpr std::size_t kStatusLineBytesMax = 4096;
  ChunkLine result;
  std::string_view rest = text.substr(0, kStatusLineBytesMax);
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) return {};
  result.line_bytes = end + 1;
  result.ends_in_crlf = end > 0 && rest[end - 1] == '\r';
  std::string_view size = trimmed(rest.substr(0, std::min(end, rest.find(';'))));
  const auto [stop, error] =
      std::from_chars(size.data(), size.data() + size.size(), result.data_bytes, 16);
  if (size.empty() || error != std::errc{} || stop != size.data() + size.size()) return {};
  return result;
}

// Removes the line break after a chunk's data; at the end of the body it may be missing.
bool take_chunk_end(std::string_view& body) noexcept {
  if (body.starts_with("\r\n")) {
    body.remove_prefix(2);
  } else if (body.starts_with('\n')) {
    body.remove_prefix(1);
  } else {
    return body.empty() || body == "\r";
  }
  return true;
}

// True if the body is readable as it is: it begins with markup, or has no byte that texts lack.
bool reads_as_text(std::string_view body) noexcept {
  if (looks_like_html(body)) return true;
  body = body.substr(0, 1024);
  for (std::size_t at = 0; at < body.size();) {
    const Utf8Step step = utf8_step(body, at);
    const bool is_cut_sequence = at + 4 > body.size();
    const auto byte = static_cast<unsigned char>(body[at]);
    if ((!step.well_formed && !is_cut_sequence) || (byte < 0x20 && !is_space(body[at]))) {
      return false;
    }
    at += step.bytes;
  }
  return !body.empty();
}

bool is_one_of(std::string_view name, std::span<const std::string_view> names) noexcept {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool can_undo(std::string_view name) noexcept {
  constexpr std::string_view kNames[] = {"gzip", "x-gzip", "deflate", "zstd", "br"};
  return is_one_of(name, kNames);
}

// Encodings that are or were in use and that facsim cannot undo: the rest of IANA's register of
// HTTP content codings, and those that browsers and proxies have tried. Other names do not describe
// the body: servers write "utf-8", "none" or "text/html" there.
bool cannot_undo(std::string_view name) noexcept {
  constexpr std::string_view kNames[] = {"compress", "x-compress", "dcb",    "dcz",          "sdch",
                                         "exi",      "aes128gcm",  "xpress", "pack200-gzip", "lzma",
                                         "xz",       "x-xz",       "bzip2",  "x-bzip2",      "bzip",
                                         "x-bzip",   "lz4",        "snappy", "peerdist"};
  return is_one_of(name, kNames);
}

// Returns the transfer codings other than "chunked", which is undone first wherever it is listed.
std::string without_chunked(std::string_view codings) {
  std::string others;
  while (!codings.empty()) {
    const std::size_t comma = std::min(codings.find(','), codings.size());
    const std::string_view name = trimmed(codings.substr(0, comma));
    if (name != "chunked") others.append(",").append(name);
    codings.remove_prefix(std::min(comma + 1, codings.size()));
  }
  return others;
}

bool has_gzip_magic(std::string_view body) noexcept { return body.starts_with("\x1F\x8B"); }

// True if the body was stored decoded, with its header line.
bool is_decoded(std::string_view name, std::string_view body) noexcept {
  if (name == "gzip" || name == "x-gzip") return !has_gzip_magic(body);
  return name == "br" ? looks_like_html(body) : reads_as_text(body);
}

// Undoes one content encoding in place.
Skip undo_encoding(std::string_view name, std::size_t bytes_max, HttpBody& result) {
  std::string& body = result.bytes;
  if (body.empty()) return Skip::none;
  if (!can_undo(name)) {
    const bool is_encoded = cannot_undo(name) ? !reads_as_text(body) : looks_binary(body);
    const bool is_none = name.empty() || name == "identity";
    return is_encoded && !is_none ? Skip::unknown_encoding : Skip::none;
  }
  if (is_decoded(name, body)) return Skip::none;
  std::optional<Unpacked> unpacked = unpack(body, name, bytes_max);
  const bool is_whole = unpacked && unpacked->complete;
  if (name == "br" && !is_whole && reads_as_text(body)) return Skip::none;
  if (!unpacked || (!unpacked->complete && unpacked->bytes.empty())) return Skip::bad_body;
  body = std::move(unpacked->bytes);
  if (unpacked->too_large) return Skip::too_large;
  result.is_damaged |= !is_whole;
  return Skip::none;
}

// Limit of the heads in a row that are skipped; no server sends more.
constexpr int kHeadsPassedMax = 32;

// Matches "HTTP/1.1 200", "HTTP/2 103".
bool begins_status_line(std::string_view text) noexcept {
  if (!starts_with_nocase(text, "HTTP/")) return false;
  text.remove_prefix(std::string_view("HTTP/").size());
  const std::size_t space = text.find(' ');
  if (space == 0 || space > 3) return false;
  const auto is_number = [](char c) { return is_digit(c); };
  const std::string_view version = text.substr(0, space);
  const std::string_view status = text.substr(space + 1, 3);
  return is_digit(version.front()) && is_digit(version.back()) && status.size() == 3 &&
         std::ranges::all_of(status, is_number);
}

bool ends_in_empty_line(std::string_view head) noexcept {
  return head.ends_with("\n\n") || head.ends_with("\n\r\n");
}

// True if a head that another directly follows is skipped.
bool is_passed_over(const HttpHead& head, const HttpHead& next) noexcept {
  return is_bodiless(head.status) || head.media_type.name.empty() ||
         head.media_type.name == next.media_type.name;
}

// Parses the head that begins at `from`, after line breaks.
HttpHead parse_one_head(std::string_view message, std::size_t from) {
  HttpHead head;
  std::string_view rest = message.substr(from);
  while (rest.starts_with('\r') || rest.starts_with('\n')) rest.remove_prefix(1);
  if (!starts_with_nocase(rest, "HTTP/") && !starts_with_nocase(rest, "ICY ")) return head;
  const std::size_t begin = message.size() - rest.size();
  std::string_view bounded = rest.substr(0, limits::kHeaderBytesMax);
  const std::size_t header_bytes = header_bytes_of(bounded);
  if (header_bytes == std::string_view::npos && bounded.size() < rest.size()) return head;
  // Without an empty line everything is header.
  head.is_http = true;
  head.begin = begin;
  head.header_bytes = begin + std::min(header_bytes, rest.size());
  std::string_view lines = rest.substr(0, header_bytes);
  const std::string_view status_line = take_line(lines);
  const std::size_t space = std::min(status_line.find(' '), status_line.size());
  const std::string_view status = trimmed(status_line.substr(space)).substr(0, 3);
  std::from_chars(status.data(), status.data() + status.size(), head.status);
  head.media_type = parse_media_type(unfolded(field_of(lines, "Content-Type")));
  head.transfer_encoding = lowered(unfolded(field_of(lines, "Transfer-Encoding")));
  head.content_encoding = lowered(unfolded(field_of(lines, "Content-Encoding")));
  head.content_length = parse_whole(field_of(lines, "Content-Length"));
  head.content_range = unfolded(field_of(lines, "Content-Range"));
  return head;
}

// Parses "bytes 0-99/100".
bool is_whole_range(std::string_view range) noexcept {
  if (!starts_with_nocase(range, "bytes")) return false;
  range.remove_prefix(std::string_view("bytes").size());
  range = trimmed(range);
  const std::size_t dash = range.find('-');
  const std::size_t slash = range.find('/');
  if (dash == range.npos || slash == range.npos || dash > slash) return false;
  const auto first = parse_whole(range.substr(0, dash));
  const auto last = parse_whole(range.substr(dash + 1, slash - dash - 1));
  const auto all = parse_whole(range.substr(slash + 1));
  return first && last && all && *first == 0 && *last + 1 == *all;
}

bool says_nothing(std::string_view encoding) noexcept {
  return encoding.empty() || encoding == "identity";
}

// True if every line break was CRLF when the bytes were counted, and is LF now.
bool lost_returns(std::string_view body, std::uint64_t missing) noexcept {
  const auto breaks = static_cast<std::uint64_t>(std::ranges::count(body, '\n'));
  return missing == breaks && body.find("\r\n") == body.npos;
}

}  // namespace

MediaType parse_media_type(std::string_view value) {
  MediaType type;
  const std::size_t end = std::min(value.find_first_of(";,"), value.size());
  type.name = lowered(trimmed(value.substr(0, end)));
  std::string_view rest = value.substr(end);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t next = std::min(rest.find(';'), rest.size());
    const std::string_view parameter = rest.substr(0, next);
    rest.remove_prefix(next);
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || !type.charset.empty() ||
        !equal_nocase(trimmed(parameter.substr(0, equals)), "charset")) {
      continue;
    }
    std::string_view charset = trimmed(parameter.substr(equals + 1));
    while (!charset.empty() && (charset.front() == '"' || charset.front() == '\'')) {
      charset.remove_prefix(1);
    }
    charset = charset.substr(0, charset.find_first_of("\"', \t"));
    type.charset = lowered(charset);
  }
  return type;
}

HttpHead parse_http_head(std::string_view message) {
  HttpHead head = parse_one_head(message, 0);
  for (int passed = 0; head.is_http && passed < kHeadsPassedMax; ++passed) {
    if (!begins_status_line(message.substr(head.header_bytes))) break;
    HttpHead next = parse_one_head(message, head.header_bytes);
    const bool is_whole = next.is_http && ends_in_empty_line(message.substr(0, next.header_bytes));
    if (!is_whole || !is_passed_over(head, next)) break;
    next.is_behind_another = true;
    head = std::move(next);
  }
  return head;
}

std::optional<Dechunked> without_chunks(std::string_view body) {
  Dechunked result;
  for (bool is_first = true; !body.empty(); is_first = false) {
    const std::optional<ChunkLine> line = parse_chunk_line(body);
    if (!line && is_first) return {};
    result.is_damaged = !line;
    if (!line) return result;
    body.remove_prefix(line->line_bytes);
    result.is_whole = line->data_bytes == 0;
    if (result.is_whole) return result;
    const bool is_cut = line->data_bytes > body.size();
    // "cafe" on its own line may begin a text as well as a chunk of 51966 bytes.
    if (is_cut && is_first && !line->ends_in_crlf) return {};
    const std::string_view data = body.substr(0, line->data_bytes);
    body.remove_prefix(data.size());
    if (!take_chunk_end(body)) {
      if (is_first) return {};
      result.is_damaged = true;
      result.bytes.append(data);
      return result;
    }
    result.bytes.append(data);
    result.is_damaged = is_cut;
  }
  return result;
}

std::string_view http_fields_of(std::string_view message, const HttpHead& head) noexcept {
  std::string_view lines = message.substr(head.begin, head.header_bytes - head.begin);
  (void)take_line(lines);
  return lines;
}

bool is_part_of_body(const HttpHead& head) noexcept {
  constexpr int kPartialContent = 206;
  return head.status == kPartialContent && !is_whole_range(head.content_range);
}

bool is_cut_body(const HttpHead& head, std::string_view body) noexcept {
  if (body.empty()) return false;
  if (is_part_of_body(head)) return true;
  const bool is_plain = says_nothing(head.transfer_encoding) && says_nothing(head.content_encoding);
  if (!is_plain || !head.content_length || body.size() >= *head.content_length) return false;
  return !lost_returns(body, *head.content_length - body.size());
}

bool is_bodiless(int status) noexcept {
  return (status >= 100 && status < 200) || status == 204 || (status >= 300 && status < 400);
}

HttpBody read_http_body(const HttpHead& head, std::string_view body, std::size_t bytes_max) {
  HttpBody result;
  std::optional<Dechunked> joined;
  if (head.transfer_encoding.find("chunked") != std::string::npos) joined = without_chunks(body);
  result.is_damaged = is_cut_body(head, body) || (joined && joined->is_damaged);
  result.bytes = joined ? std::move(joined->bytes) : std::string(body);
  // The encodings of the message are listed after those of the page.
  const std::string all = head.content_encoding + without_chunked(head.transfer_encoding);
  std::string_view encodings = all;
  // The last one named was applied last.
  for (std::size_t count = 0; !encodings.empty(); ++count) {
    const std::size_t comma = encodings.rfind(',');
    const bool is_only = comma == std::string_view::npos;
    const std::string_view name = trimmed(is_only ? encodings : encodings.substr(comma + 1));
    encodings = is_only ? std::string_view() : encodings.substr(0, comma);
    if (count == kEncodingsMax) result.skip = Skip::bad_body;
    if (result.skip == Skip::none) result.skip = undo_encoding(name, bytes_max, result);
    if (result.skip != Skip::none) break;
  }
  if (result.skip == Skip::none && result.bytes.size() > bytes_max) result.skip = Skip::too_large;
  if (result.skip == Skip::too_large && encodings.empty()) {
    result.beginning = result.bytes.substr(0, kSniffBytes);
  }
  if (result.skip != Skip::none) result.bytes.clear();
  return result;
}

}  // namespace facsim
