// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/http_message_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include <vector>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

constexpr int kGzip = 15 + 16;
constexpr int kZlib = 15;
constexpr int kRaw = -15;

std::string packed(const std::string& bytes, int window_bits) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string result(deflateBound(&stream, bytes.size()) + 64, '\0');
  std::string input = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

HttpBody body_of(const std::string& fields, const std::string& body,
                 std::size_t bytes_max = 100'000) {
  const std::string message = "HTTP/1.1 200 OK\r\n" + fields + "\r\n" + body;
  const HttpHead head = parse_http_head(message);
  EXPECT_TRUE(head.is_http);
  return read_http_body(head, std::string_view(message).substr(head.header_bytes), bytes_max);
}

TEST(MediaType, TakenApart) {
  const std::vector<std::vector<std::string>> cases = {
      {"text/html", "text/html", ""},
      {" Text/HTML ; Charset = \"UTF-8\" ", "text/html", "utf-8"},
      {"text/html;charset=utf-8;x=y", "text/html", "utf-8"},
      {"text/html; x=y; charset='latin1'", "text/html", "latin1"},
      {"text/html, text/plain", "text/html", ""},
      {"text/html; charset=", "text/html", ""},
      {"text/html;;;charset", "text/html", ""},
      {"", "", ""},
      {";charset=big5", "", "big5"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(parse_media_type(each[0]).name, each[1]) << each[0];
    EXPECT_EQ(parse_media_type(each[0]).charset, each[2]) << each[0];
  }
}

TEST(HttpHead, TheLastOfSeveralCounts) {
  const std::string last = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  for (const std::string before : {"HTTP/1.1 100 Continue\r\n\r\n", "HTTP/2 103\nlink: x\n\n",
                                   "HTTP/1.0 200 Connection established\r\n\r\n",
                                   "HTTP/1.1 302 Found\r\nContent-Type: text/plain\r\n\r\n",
                                   "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"}) {
    const std::string message = before + last + "body";
    const HttpHead head = parse_http_head(message);
    EXPECT_EQ(head.status, 200) << before;
    EXPECT_EQ(head.begin, before.size()) << before;
    EXPECT_EQ(message.substr(head.header_bytes), "body") << before;
    EXPECT_EQ(http_fields_of(message, head), "Content-Type: text/html\r\n\r\n") << before;
    EXPECT_TRUE(head.is_behind_another) << before;
  }
  EXPECT_FALSE(parse_http_head(last).is_behind_another);
  // A text about HTTP, and a head without an end.
  for (const std::string& text :
       {"HTTP/1.1 200 OK\nContent-Type: text/plain\n\n" + last, last + "HTTP/1.1 200 OK and so on",
        last + "HTTP is a protocol\n\n"}) {
    EXPECT_FALSE(parse_http_head(text).is_behind_another) << text;
  }
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "HTTP/1.1 100 Continue\n\n";
  EXPECT_EQ(parse_http_head(many).status, 100);
}

TEST(HttpBody, IsCutWhereItsHeadSaysThatMoreBelongsToIt) {
  const auto is_damaged = [](const std::string& fields, const std::string& body) {
    return body_of(fields, body).is_damaged;
  };
  EXPECT_TRUE(is_damaged("Content-Length: 5\r\n", "text"));
  EXPECT_TRUE(is_damaged("Content-Length: 5\r\nContent-Encoding: identity\r\n", "text"));
  for (const std::string fields :
       {"Content-Length: 4\r\n", "Content-Length: 3\r\n", "Content-Length: x\r\n",
        "Content-Length: 5\r\nContent-Encoding: gzip\r\n",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"}) {
    EXPECT_FALSE(is_damaged(fields, "text")) << fields;
  }
  EXPECT_FALSE(is_damaged("Content-Length: 5\r\n", ""));
  EXPECT_FALSE(is_damaged("Content-Length: 9\r\n", "a\nb\nc\n"));  // 9 bytes with CR
  EXPECT_TRUE(is_damaged("Content-Length: 8\r\n", "a\nb\nc\n"));
  EXPECT_TRUE(is_damaged("Content-Length: 10\r\n", "a\r\nb\nc\n"));
  const auto is_cut_range = [](const std::string& range) {
    HttpHead head;
    head.status = 206;
    head.content_range = range;
    return is_cut_body(head, "text");
  };
  EXPECT_FALSE(is_cut_range("bytes 0-3/4"));
  for (const char* const part : {"", "bytes 0-3/5", "bytes 1-3/4", "bytes 0-3/*", "lines 0-3/4"}) {
    EXPECT_TRUE(is_cut_range(part)) << part;
  }
}

TEST(HttpHead, ReadsTolerantly) {
  const HttpHead head = parse_http_head(
      "\r\nhttp/1.0 404\nCONTENT-TYPE:text/html;\n charset=utf-8\nbroken line\n"
      "Content-Encoding:\tGZIP\nTransfer-Encoding: Chunked\n\nbody");
  EXPECT_TRUE(head.is_http);
  EXPECT_EQ(head.status, 404);
  EXPECT_EQ(head.media_type.name, "text/html");
  EXPECT_EQ(head.media_type.charset, "utf-8");
  EXPECT_EQ(head.content_encoding, "gzip");
  EXPECT_EQ(head.transfer_encoding, "chunked");
}

TEST(HttpHead, EndsAtTheFirstEmptyLine) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"HTTP/1.1 200 OK\r\n\r\nbody\r\n\r\n", 19},
      {"HTTP/1.1 200 OK\n\nbody", 17},
      {"HTTP/1.1 200 OK\n\r\nbody", 18},
      {"HTTP/1.1 200 OK\r\nA: b", 21},
      {"HTTP/1.1 200 OK", 15},
      {"HTTP/", 5},
      {"\n\nHTTP/1.1 200 OK\n\nbody", 19}};
  for (const auto& [message, header_bytes] : cases) {
    const HttpHead head = parse_http_head(message);
    EXPECT_TRUE(head.is_http);
    EXPECT_EQ(head.header_bytes, header_bytes) << message;
  }
}

TEST(HttpHead, OtherThingsAreNone) {
  EXPECT_FALSE(parse_http_head("").is_http);
  EXPECT_FALSE(parse_http_head("<html>").is_http);
  EXPECT_FALSE(parse_http_head("GET / HTTP/1.1\r\n\r\n").is_http);
  std::string endless = "HTTP/1.1 200 OK\r\n";
  while (endless.size() <= limits::kHeaderBytesMax) endless += "A: b\r\n";
  EXPECT_FALSE(parse_http_head(endless).is_http);
  EXPECT_EQ(parse_http_head("HTTP/1.1 OK\r\n\r\n").status, 0);
}

TEST(HttpBody, Chunks) {
  struct Case {
    std::string stored, body;
  };
  const std::vector<Case> cases = {
      {"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "hello world"},
      {"5;name=value\r\nhello\r\n0\r\n", "hello"},
      {"0005 \r\nhello\r\n0\r\nTrailer: x\r\n\r\n", "hello"},
      {"5\nhello\n0\n\n", "hello"},
      {"0\r\n\r\n", ""},
      {"A\r\n0123456789\r\n", "0123456789"},
      // Truncated, or invalid after a valid beginning.
      {"5\r\nhello\r\n6\r\n wor", "hello wor"},
      {"ff\r\nhello", "hello"},
      {"5\r\nhello\r\nxyz\r\n", "hello"},
      {"5\r\nhello", "hello"},
      // Already undone, with the header line still there.
      {"<p>hello", "<p>hello"},
      {"hello", "hello"},
      {"\r\n<p>hello", "\r\n<p>hello"},
      {"cafe\nau lait", "cafe\nau lait"},
      {"5\r\nhello world", "5\r\nhello world"},
      {"fffffffffffffffffffff\r\nhello", "fffffffffffffffffffff\r\nhello"},
      {"-5\r\nhello", "-5\r\nhello"},
      {"", ""},
  };
  for (const Case& each : cases) {
    const HttpBody body = body_of("Transfer-Encoding: chunked\r\n", each.stored);
    EXPECT_EQ(body.skip, Skip::none) << each.stored;
    EXPECT_EQ(body.bytes, each.body) << each.stored;
  }
}

TEST(HttpBody, ContentEncodings) {
  std::string page = "<p>";
  for (int i = 0; i < 3000; ++i) page += std::to_string(i * 7919) + " ";
  const std::string gzip = packed(page, kGzip);
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", gzip).bytes, page);
  EXPECT_EQ(body_of("Content-Encoding: x-gzip\r\n", gzip).bytes, page);
  EXPECT_EQ(body_of("Content-Encoding: deflate\r\n", packed(page, kZlib)).bytes, page);
  EXPECT_EQ(body_of("Content-Encoding: deflate\r\n", packed(page, kRaw)).bytes, page);
  EXPECT_EQ(body_of("Content-Encoding: gzip, gzip\r\n", packed(gzip, kGzip)).bytes, page);
  EXPECT_EQ(
      body_of("Content-Encoding: deflate, gzip\r\n", packed(packed(page, kZlib), kGzip)).bytes,
      page);
  for (const char* const encoding : {"identity", "none", "UTF-8", "", "gzip", "deflate", "br"}) {
    const HttpBody body = body_of("Content-Encoding: " + std::string(encoding) + "\r\n", page);
    EXPECT_EQ(body.skip, Skip::none) << encoding;
    EXPECT_EQ(body.bytes, page) << "stored decoded: " << encoding;
  }
  // In chunks, as on the wire.
  const std::string chunk = "\r\n" + gzip + "\r\n0\r\n\r\n";
  char size[20];
  std::snprintf(size, sizeof size, "%zx", gzip.size());
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", size + chunk).bytes,
            page);
  // Truncated: the decodable bytes.
  const HttpBody cut = body_of("Content-Encoding: gzip\r\n", gzip.substr(0, gzip.size() / 2));
  EXPECT_EQ(cut.skip, Skip::none);
  EXPECT_TRUE(page.starts_with(cut.bytes));
  EXPECT_GT(cut.bytes.size(), page.size() / 4);
}

TEST(HttpBody, WhatCannotBeUndoneIsSaid) {
  const std::string noise = "\x01\x02\x03\xFF\xFE noise";
  EXPECT_EQ(body_of("Content-Encoding: br\r\n", noise).skip, Skip::bad_body);
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", "\x1F\x8Bgarbage").skip, Skip::bad_body);
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", "\x1F\x8B").skip, Skip::bad_body);
  std::string zeros;
  zeros.resize(50'000'000);
  const std::string bomb = packed(zeros, kGzip);
  const HttpBody body = body_of("Content-Encoding: gzip\r\n", bomb);
  EXPECT_EQ(body.skip, Skip::too_large);
  EXPECT_LT(body.bytes.capacity(), 1'000'000U);
  EXPECT_EQ(body_of("", "longer than four", 4).skip, Skip::too_large);
  EXPECT_EQ(body_of("", "four", 4).skip, Skip::none);
}

RC_GTEST_PROP(HttpBody, ChunksComeTogetherAgain, (const std::vector<std::string>& parts)) {
  std::string stored;
  std::string whole;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    char size[20];
    std::snprintf(size, sizeof size, "%zX\r\n", part.size());
    stored += size + part + "\r\n";
    whole += part;
  }
  RC_ASSERT(body_of("Transfer-Encoding: chunked\r\n", stored + "0\r\n\r\n").bytes == whole);
}

RC_GTEST_PROP(HttpBody, AnyBytesAreAValue, (const std::string& message)) {
  const HttpHead head = parse_http_head("HTTP/1.1 " + message);
  RC_ASSERT(head.header_bytes <= message.size() + 9);
  (void)body_of("Transfer-Encoding: chunked\r\nContent-Encoding: deflate\r\n", message);
}

}  // namespace
}  // namespace facsim
