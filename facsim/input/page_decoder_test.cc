// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/page_decoder.h"

#include <gtest/gtest.h>

#include <vector>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"

namespace facsim {
namespace {

using namespace std::string_literals;

Decoded decode_warc(const std::string& type, const std::string& fields, const std::string& block,
                    std::size_t page_bytes_max = 10'000) {
  const std::string bytes = "WARC/1.0\r\nWARC-Type: " + type + "\r\n" + fields +
                            "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block +
                            "\r\n\r\n";
  const auto reader = warc_records(std::make_unique<MemorySource>(bytes), page_bytes_max, {});
  RawRecord record;
  EXPECT_TRUE(reader->next(record));
  InputFile file;
  file.kind = FileKind::warc;
  ReadOptions options;
  options.page_bytes_max = page_bytes_max;
  return PageDecoder(options).decode(file, record);
}

Decoded decode_response(const std::string& http) {
  return decode_warc("response", "Content-Type: application/http;msgtype=response\r\n", http);
}

TEST(WarcPage, CarriesWhatTheHeadersSay) {
  const Decoded decoded =
      decode_warc("response",
                  "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: <http://example.org/a>\r\n"
                  "WARC-Date: 2019-12-10T10:00:01Z\r\nContent-Type: application/http\r\n",
                  "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=EUC-JP\r\n\r\n<p>hello</p>");
  EXPECT_EQ(decoded.skip, Skip::none);
  EXPECT_EQ(decoded.page.id, "urn:uuid:1");
  EXPECT_EQ(decoded.page.url, "http://example.org/a");
  EXPECT_EQ(decoded.page.unix_time, 1575972001);
  EXPECT_EQ(decoded.page.http_charset, "euc-jp");
  EXPECT_EQ(decoded.page.format, PageFormat::html);
  EXPECT_EQ(decoded.page.bytes, "<p>hello</p>");
  EXPECT_FALSE(decoded.page.is_unicode);
}

TEST(WarcPage, LabelsAreUnicodeAndBounded) {
  const Decoded decoded =
      decode_warc("resource",
                  "Content-Type: text/plain\r\nWARC-Target-URI: http://example.org/\xFF" +
                      std::string(100'000, 'a') + "\r\nWARC-Date: 2009-03-65\r\n",
                  "x");
  EXPECT_TRUE(
      decoded.page.url.starts_with("http://example.org/\xEF\xBF\xBD"
                                   "aaa"));
  EXPECT_EQ(decoded.page.url.size(), 8192U);
  EXPECT_EQ(decoded.page.unix_time, std::nullopt);
}

TEST(WarcPage, OnlyMediaWithTextArePages) {
  struct Case {
    std::string type_line, body;
    Skip skip;
    PageFormat format;
  };
  constexpr PageFormat kHtml = PageFormat::html;
  constexpr PageFormat kText = PageFormat::text;
  const std::vector<Case> cases = {
      {"text/html", "words", Skip::none, kHtml},
      {"application/xhtml+xml", "<html/>", Skip::none, kHtml},
      {"text/plain", "<p>shown as it is", Skip::none, kText},
      {"text/markdown", "# Title", Skip::none, kText},
      {"", "<!DOCTYPE html><p>", Skip::none, kHtml},
      {"", "words", Skip::none, kText},
      {"unknown/unknown", "\r\n <html>", Skip::none, kHtml},
      {"text/xml", "<?xml version='1.0'?><html xmlns='x'>", Skip::none, kHtml},
      {"text/xml", "<?xml version='1.0'?><rss>", Skip::not_a_page, kText},
      {"application/rss+xml", "<rss>", Skip::not_a_page, kText},
      {"application/json", "{}", Skip::not_a_page, kText},
      {"text/css", "p {}", Skip::not_a_page, kText},
      {"application/javascript", "f()", Skip::not_a_page, kText},
      {"image/png", "\x89PNG", Skip::not_a_page, kText},
      {"application/pdf", "%PDF-1.4", Skip::not_a_page, kText},
      {"application/octet-stream", "<html>", Skip::none, kHtml},
      {"application/octet-stream", "words <p>", Skip::not_a_page, kText},
      {"text/html", "%PDF-1.4", Skip::not_a_page, kText},
      {"", "\x89PNG\r\n", Skip::not_a_page, kText},
      {"", std::string(100, '\0'), Skip::not_a_page, kText},
      {"text/html", "", Skip::no_text, kText},
      {"text/html", "a few \0 do not matter, as long as most of the page can be read"s, Skip::none,
       kHtml},
      {"text/html", "<\0p\0>\0h\0e\0l\0l\0o\0!\0"s, Skip::none, kHtml},
  };
  for (const Case& each : cases) {
    const std::string type =
        each.type_line.empty() ? "" : "Content-Type: " + each.type_line + "\r\n";
    const Decoded decoded = decode_response("HTTP/1.1 200 OK\r\n" + type + "\r\n" + each.body);
    EXPECT_EQ(decoded.skip, each.skip) << each.type_line << ": " << each.body;
    if (each.skip == Skip::none) {
      EXPECT_EQ(decoded.page.format, each.format) << each.type_line << ": " << each.body;
      EXPECT_EQ(decoded.page.bytes, each.body);
    } else {
      EXPECT_TRUE(decoded.page.bytes.empty());
    }
  }
}

TEST(WarcPage, ErrorPagesArePagesAndRedirectsAreNot) {
  for (const auto& [status, skip] :
       std::vector<std::pair<std::string, Skip>>{{"200", Skip::none},
                                                 {"404", Skip::none},
                                                 {"500", Skip::none},
                                                 {"999", Skip::none},
                                                 {"", Skip::none},
                                                 {"301", Skip::not_a_page},
                                                 {"304", Skip::not_a_page},
                                                 {"204", Skip::not_a_page},
                                                 {"100", Skip::not_a_page}}) {
    EXPECT_EQ(decode_response("HTTP/1.1 " + status + "\r\n\r\nwords").skip, skip) << status;
  }
}

TEST(WarcPage, BrokenHttp) {
  EXPECT_EQ(decode_response("no header at all").skip, Skip::bad_http);
  EXPECT_EQ(decode_response("").skip, Skip::no_text);
  EXPECT_EQ(decode_response("HTTP/1.1 200 OK").skip, Skip::no_text);
  EXPECT_EQ(decode_response("HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>").page.bytes, "<p>");
}

TEST(WarcPage, OtherRecords) {
  EXPECT_EQ(
      decode_warc("resource", "Content-Type: text/html; charset=big5\r\n", "<p>").page.http_charset,
      "big5");
  EXPECT_EQ(decode_warc("resource", "Content-Type: image/gif\r\n", "<p>").skip, Skip::not_a_page);
  const Decoded wet = decode_warc("conversion", "Content-Type: text/plain\r\n", "words");
  EXPECT_EQ(wet.page.bytes, "words");
  EXPECT_EQ(wet.page.format, PageFormat::text);
  EXPECT_EQ(wet.page.http_charset, "utf-8");
  EXPECT_EQ(decode_warc("response", "Content-Type: text/dns\r\n", "192.0.2.1").skip,
            Skip::not_a_page);
  // The type is missing, but the block shows that it is HTTP.
  EXPECT_EQ(decode_warc("response", "", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
                .page.bytes,
            "<p>");
}

TEST(WarcPage, ABodyBeyondTheLimitIsTooLarge) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  EXPECT_EQ(decode_response(head + std::string(10'000, 'x')).skip, Skip::none);
  EXPECT_EQ(decode_response(head + std::string(10'001, 'x')).skip, Skip::too_large);
  EXPECT_EQ(
      decode_warc("conversion", "Content-Type: text/plain\r\n", std::string(10'001, 'x')).skip,
      Skip::too_large);
}

TEST(FilePage, IsTheFile) {
  InputFile file;
  file.name = "docs/\xFF.html";
  file.kind = FileKind::html;
  file.unix_time = 77;
  RawRecord record;
  record.role = RecordRole::page;
  record.bytes = "<p>";
  PageDecoder decoder({});
  const Decoded html = decoder.decode(file, record);
  EXPECT_EQ(html.page.id, file.name);
  EXPECT_EQ(html.page.unix_time, 77);
  EXPECT_EQ(html.page.format, PageFormat::html);
  EXPECT_EQ(html.page.bytes, "<p>");
  file.kind = FileKind::text;
  EXPECT_EQ(decoder.decode(file, record).page.format, PageFormat::text);
  record.bytes = "\x89PNG\r\n\x1A\n";
  EXPECT_EQ(decoder.decode(file, record).skip, Skip::not_a_page);
}

}  // namespace
}  // namespace facsim
