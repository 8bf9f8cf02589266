// SPDX-License-Identifier: Apache-2.0
// HTML is a page whatever type a server sends, unless the type clearly states something else; if
// the server's type is vague, what the crawler identified counts.

#include "facsim/input/media_types_internal.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "facsim/input/page_decoder.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {
namespace {

constexpr std::string_view kHtmlWords = "<!doctype html><title>Harbour</title><p>words";

Page page_of(std::string_view type, std::string_view identified, std::string_view bytes,
             Skip* skip) {
  Page page;
  page.bytes = bytes;
  *skip =
      choose_format({.type = parse_media_type(type), .identified = std::string(identified)}, page);
  return page;
}

struct TypedBody {
  std::string_view type, identified, bytes;
  Skip skip = Skip::none;
  PageFormat format = PageFormat::html;
  Markup markup = Markup::unstated;
};

void expect_all(const std::vector<TypedBody>& cases) {
  for (const TypedBody& each : cases) {
    Skip skip = Skip::none;
    const Page page = page_of(each.type, each.identified, each.bytes, &skip);
    const std::string what = std::string(each.type) + " | " + std::string(each.identified) + " | " +
                             std::string(each.bytes.substr(0, 40));
    EXPECT_EQ(skip, each.skip) << what;
    if (skip != Skip::none) continue;
    EXPECT_EQ(page.format, each.format) << what;
    EXPECT_EQ(page.markup, each.markup) << what;
  }
}

TEST(MediaTypes, GenericAndOddTypesAreLookedAt) {
  for (const std::string_view type :
       {"application/octet-stream", "text/x-html", "text/htm", "application/x-httpd-php",
        "application/xhtml", "content/unknown", "application/force-download", "binary/octet-stream",
        "application/x-download", "text/x-server-parsed-html", "application/vnd.ms-excel"}) {
    expect_all(
        {{type, "", kHtmlWords},
         {type, "text/html", "words <p>", Skip::none, PageFormat::html, Markup::html},
         {type, "application/xhtml+xml", "words", Skip::none, PageFormat::html, Markup::xhtml},
         {type, "", "words <p>", Skip::not_a_page},
         {type, "", "", Skip::not_a_page},
         {type, "text/plain", "words <p>", Skip::not_a_page},
         {type, "text/html", "%PDF-1.4", Skip::not_a_page},
         {type, "", "<?php echo '<html>';", Skip::not_a_page},
         {type, "", "{\"html\": \"<html>\"}", Skip::not_a_page}});
  }
}

TEST(MediaTypes, OthersAreNeverPages) {
  for (const std::string_view type :
       {"image/png", "image/svg+xml", "audio/mpeg", "video/mp4", "font/woff2",
        "application/font-woff", "application/pdf", "application/json", "application/ld+json",
        "text/javascript", "application/x-javascript", "text/css", "application/rss+xml",
        "application/atom+xml", "application/zip", "message/http", "multipart/related",
        "text/csv"}) {
    expect_all({{type, "", kHtmlWords, Skip::not_a_page},
                {type, "text/html", kHtmlWords, Skip::not_a_page}});
  }
}

TEST(MediaTypes, AStatedPageIsReadAsStated) {
  expect_all({
      {"text/html", "", kHtmlWords, Skip::none, PageFormat::html, Markup::html},
      {"text/html", "application/xhtml+xml", kHtmlWords, Skip::none, PageFormat::html,
       Markup::html},
      {"text/html", "image/png", "words", Skip::none, PageFormat::html, Markup::html},
      {"application/xhtml+xml", "text/html", kHtmlWords, Skip::none, PageFormat::html,
       Markup::xhtml},
      {"application/vnd.wap.xhtml+xml", "", "<html/>", Skip::none, PageFormat::html, Markup::xhtml},
      {"text/xml", "", "<?xml version='1.0'?><html>", Skip::none, PageFormat::html, Markup::xhtml},
      {"text/xml", "text/html", "<?xml version='1.0'?><rss>", Skip::not_a_page},
      // Servers choose plain text deliberately: two signs are needed against it.
      {"text/plain", "", kHtmlWords, Skip::none, PageFormat::text},
      {"text/plain", "text/html", kHtmlWords, Skip::none, PageFormat::html, Markup::html},
      {"text/plain", "text/html", "words <p>", Skip::none, PageFormat::text},
      {"text/plain", "application/json", kHtmlWords, Skip::none, PageFormat::text},
      {"", "", kHtmlWords},
      {"", "text/html", "words", Skip::none, PageFormat::html, Markup::html},
      {"", "application/xhtml+xml", "words", Skip::none, PageFormat::html, Markup::xhtml},
      {"unknown/unknown", "", "words", Skip::none, PageFormat::text},
  });
}

TEST(MediaTypes, HowABodyOfHtmlBegins) {
  const std::string comment = "<!-- " + std::string(5000, 'x') + " -->";
  for (const std::string& body : std::vector<std::string>{
           std::string(kHtmlWords), "\xEF\xBB\xBF\r\n <HTML lang=x>", "<p>a",
           comment + "<!DOCTYPE HTML>", comment + "\n<!-- -->\n<body>",
           "<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'>",
           "<?xml version='1.0'?><?x?><!-- --><html xmlns='x'>", "<?xml version='1.0'?><h:html>",
           "<?xml version='1.0'?>" + comment + "<html/>"}) {
    EXPECT_TRUE(begins_as_html(body)) << body.substr(0, 60);
  }
  for (const std::string_view body :
       {"", "words", "<", "<!-- <html>", "<!-- --> words <html>",
        "<?xml version='1.0'?><rss><html>", "<?xml version='1.0'?><feed>",
        "<?xml version='1.0'?><!DOCTYPE svg><svg>", "<?xml version='1.0'?><htmlx>", "<plaintext>",
        "<ab>", "{}", "<?php <html>"}) {
    EXPECT_FALSE(begins_as_html(body)) << body.substr(0, 60);
  }
  std::string wide = "\xFF\xFE";
  for (const char c : std::string_view("<html><p>")) wide.append({c, '\0'});
  EXPECT_TRUE(begins_as_html(wide));
}

TEST(MediaTypes, NamesOfFiles) {
  EXPECT_EQ(markup_named("a/b.XHTML"), Markup::xhtml);
  EXPECT_EQ(markup_named("b.xht.gz"), Markup::xhtml);
  EXPECT_EQ(markup_named("b.xhtml?id=3"), Markup::xhtml);
  EXPECT_EQ(markup_named("b.html"), Markup::html);
  EXPECT_EQ(markup_named("b.htm"), Markup::html);
  EXPECT_EQ(markup_named("b.php"), Markup::unstated);
  EXPECT_EQ(markup_named("xhtml"), Markup::unstated);
}

Decoded record_of(std::string_view type, std::string_view body, std::size_t bytes_max) {
  const std::string lines =
      "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"
      "WARC-Identified-Payload-Type: text/html\r\n\r\n";
  RawRecord record;
  record.bytes = lines + "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(type) + "\r\n\r\n";
  record.bytes.append(body);
  record.header_bytes = lines.size();
  record.role = RecordRole::page;
  InputFile file;
  file.kind = FileKind::warc;
  ReadOptions options;
  options.page_bytes_max = bytes_max;
  return PageDecoder(options).decode(file, record, bytes_max);
}

TEST(MediaTypes, TheCrawlersWordIsReadFromTheRecord) {
  const Decoded download = record_of("application/force-download", kHtmlWords, 1000);
  EXPECT_EQ(download.skip, Skip::none);
  EXPECT_EQ(download.page.markup, Markup::html);
  EXPECT_EQ(record_of("image/gif", kHtmlWords, 1000).skip, Skip::not_a_page);
  EXPECT_EQ(record_of("application/octet-stream", kHtmlWords, 10).skip, Skip::too_large);
}

}  // namespace
}  // namespace facsim
