// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_page_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "facsim/input/json_repair.h"

namespace facsim {
namespace {

using namespace std::string_literals;

Decoded decoded_line(const std::string& line, ReadOptions options = {}, std::uint64_t begin = 0) {
  JsonPageReader reader(std::move(options));
  return reader.read(line, begin);
}

struct TextCase {
  std::string line;
  Skip skip;
  std::string bytes;
};

TEST(JsonPage, ReadsOrSkips) {
  const std::string deep(200'000, '[');
  const std::vector<TextCase> cases = {
      {R"({"text":"hello"})", Skip::none, "hello"},
      {R"( {"x":[1,{"text":"no"}],"text":"yes"} )", Skip::none, "yes"},
      {R"({"text":"a","text":"b"})", Skip::none, "b"},
      {R"({"te\u0078t":"escaped name"})", Skip::none, "escaped name"},
      {R"({"text":"\u00e9\ud83d\ude00\n"})", Skip::none, "\xC3\xA9\xF0\x9F\x98\x80\n"},
      {R"({"text":"nul \u0000 inside"})", Skip::none, "nul \0 inside"s},
      {R"({"text":""})", Skip::no_text, ""},
      {R"({"text":null})", Skip::no_text, ""},
      {R"({})", Skip::no_text_field, ""},
      {R"({"Text":"other name"})", Skip::no_text_field, ""},
      {R"({"x":{"text":"nested"}})", Skip::no_text_field, ""},
      {R"({"text":5})", Skip::no_text_field, ""},
      {R"({"text":["a"]})", Skip::no_text_field, ""},
      {R"({"text":"\ud800 lone"})", Skip::none, "\xEF\xBF\xBD lone"},
      {R"({"text":"\udc00\ud800\ud800\udc00\\ud800"})", Skip::none,
       "\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x90\x80\x80\\ud800"},
      {R"({"text":"big","n":123456789012345678901234567890,"m":1e999})", Skip::none, "big"},
      {"{\"text\":\"raw\tcontrol\"}", Skip::bad_json, ""},
      {"{\"text\":\"nul \0 inside\"}"s, Skip::bad_json, ""},
      {"{\"text\":\"nul behind\"}\0"s, Skip::bad_json, ""},
      {"{\0\"text\":\"nul between\"}"s, Skip::bad_json, ""},
      {R"({"text":"two"} {"text":"objects"})", Skip::bad_json, ""},
      {R"({"text":"cut)", Skip::bad_json, ""},
      {R"({"text":"cut")", Skip::bad_json, ""},
      {R"({"text":"x","y":[1,2})", Skip::bad_json, ""},
      {R"({"text":"x","y":01})", Skip::bad_json, ""},
      {R"({"text":"x",})", Skip::bad_json, ""},
      {R"({text:"x"})", Skip::bad_json, ""},
      {R"([{"text":"x"}])", Skip::bad_json, ""},
      {R"("text")", Skip::bad_json, ""},
      {"null", Skip::bad_json, ""},
      {"not json", Skip::bad_json, ""},
      {"", Skip::bad_json, ""},
      {"}", Skip::bad_json, ""},
      {deep, Skip::bad_json, ""},
      {"{\"text\":\"x\",\"deep\":" + deep + "}", Skip::bad_json, ""},
      {"{\"text\":\"x\",\"deep\":" + deep + std::string(200'000, ']') + "}", Skip::bad_json, ""},
  };
  for (const TextCase& each : cases) {
    const Decoded decoded = decoded_line(each.line);
    EXPECT_EQ(decoded.skip, each.skip) << each.line.substr(0, 80);
    EXPECT_EQ(decoded.page.bytes, each.bytes) << each.line.substr(0, 80);
    EXPECT_TRUE(decoded.skip == Skip::bad_json || decoded.page.is_unicode);
  }
}

TEST(JsonPage, HtmlWinsWhereItIsNotEmpty) {
  EXPECT_EQ(decoded_line(R"({"text":"t","html":"<p>h"})").page.bytes, "<p>h");
  EXPECT_EQ(decoded_line(R"({"text":"t","html":"<p>h"})").page.format, PageFormat::html);
  EXPECT_EQ(decoded_line(R"({"text":"t","html":""})").page.bytes, "t");
  EXPECT_EQ(decoded_line(R"({"text":"t","html":null})").page.format, PageFormat::text);
  EXPECT_EQ(decoded_line(R"({"html":null})").skip, Skip::no_text);
  EXPECT_EQ(decoded_line(R"({"html":7})").skip, Skip::no_text_field);
  EXPECT_EQ(decoded_line(R"({"html":7,"text":"t"})").page.bytes, "t");
}

TEST(JsonPage, FieldsCanBeNamed) {
  ReadOptions options;
  options.text_field = "body";
  options.id_field = "key";
  options.url_field = "link";
  options.html_field = "";
  const Decoded decoded =
      decoded_line(R"({"body":"b","key":"k","link":"http://example.org/","":"<p>"})", options);
  EXPECT_EQ(decoded.page.bytes, "b");
  EXPECT_EQ(decoded.page.id, "k");
  EXPECT_EQ(decoded.page.url, "http://example.org/");
}

TEST(JsonPage, IdsKeepTheirText) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("abc")", "abc"},
      {"17", "17"},
      {"-17", "-17"},
      {"18446744073709551615", "18446744073709551615"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {"-9223372036854775809", "-9223372036854775809"},
      {"1.50", "1.50"},
      {"1e3 ", "1e3"},
      {"null", ""},
      {"[1]", ""},
      {R"("\ud800")", "\xEF\xBF\xBD"}};
  for (const auto& [json, id] : cases) {
    EXPECT_EQ(decoded_line("{\"text\":\"x\",\"id\":" + json + ",\"z\":0}").page.id, id) << json;
  }
  const std::string id(100'000, 'i');
  const auto id_of = [](const std::string& word) {
    return decoded_line("{\"text\":\"x\",\"id\":\"" + word + "\"}").page.id;
  };
  EXPECT_EQ(id_of(id).size(), 8192U);
  EXPECT_NE(id_of(id), id_of(id + "i"));
}

TEST(JsonPage, SkippedPagesKeepTheirId) {
  const Decoded decoded = decoded_line(R"({"id":"a","url":"http://example.org/","text":""})");
  EXPECT_EQ(decoded.skip, Skip::no_text);
  EXPECT_EQ(decoded.page.id, "a");
  EXPECT_EQ(decoded.page.url, "http://example.org/");
}

TEST(JsonPage, TimeAndKeepFields) {
  ReadOptions options;
  options.time_field = "when";
  options.keep_fields = {"rank"};
  const auto with = [&](const std::string& when, const std::string& rank) {
    return decoded_line("{\"text\":\"x\",\"when\":" + when + ",\"rank\":" + rank + "}", options)
        .page;
  };
  EXPECT_EQ(with("1575972001", "3").unix_time, 1575972001);
  EXPECT_EQ(with("1575972001999", "3").unix_time, 1575972001);
  EXPECT_EQ(with("\"2019-12-10T10:00:01Z\"", "3").unix_time, 1575972001);
  EXPECT_EQ(with("\"20191210100001\"", "3").unix_time, 1575972001);
  EXPECT_EQ(with("\"soon\"", "3").unix_time, std::nullopt);
  EXPECT_EQ(with("true", "3").unix_time, std::nullopt);
  EXPECT_EQ(with("1e300", "3").unix_time, std::nullopt);
  EXPECT_EQ(with("0", "3").keep_values[0], 3.0);
  EXPECT_EQ(with("0", "-2.5").keep_values[0], -2.5);
  EXPECT_EQ(with("0", "\"2.5\"").keep_values[0], 2.5);
  EXPECT_EQ(with("0", "\"2019-12-10T10:00:01Z\"").keep_values[0], 1575972001.0);
  EXPECT_EQ(with("0", "\"best\"").keep_values[0], std::nullopt);
  EXPECT_EQ(with("0", "null").keep_values[0], std::nullopt);
}

TEST(JsonPage, KnowsWhereTheObjectEnds) {
  const Decoded decoded = decoded_line("{\"text\":\"}\\\"}\"}  \r", {}, 1000);
  EXPECT_EQ(decoded.brace_offset, 1014U);
  EXPECT_FALSE(decoded.object_is_empty);
  EXPECT_TRUE(decoded_line(" { } ").object_is_empty);
  EXPECT_EQ(decoded_line(" { } ").brace_offset, 3U);
  // The offset in the stream, not in a repaired copy.
  EXPECT_EQ(decoded_line("{\"text\":\"\xFF\xFF\"}").brace_offset, 12U);
}

TEST(JsonPage, AByteOrderMarkIsToleratedAtTheBeginningOfTheFileOnly) {
  const std::string line = "\xEF\xBB\xBF{\"text\":\"x\"}";
  EXPECT_EQ(decoded_line(line, {}, 0).page.bytes, "x");
  EXPECT_EQ(decoded_line(line, {}, 0).brace_offset, 14U);
  EXPECT_EQ(decoded_line(line, {}, 1).skip, Skip::bad_json);
}

TEST(JsonPage, APaddedLineIsReadInPlaceLikeAnyOther) {
  std::string line = R"({"text":"the same","id":1})";
  const Decoded copied = decoded_line(line);
  line.reserve(line.size() + kJsonPadding);
  EXPECT_EQ(decoded_line(line).page.bytes, copied.page.bytes);
}

TEST(JsonRepair, LeavesWellFormedTextAlone) {
  for (const std::string json :
       {R"({"a":"\\u\"\ud83d\ude00\u00e9","b":[-1.5e-3,0,18446744073709551615]})", R"("\)", "{",
        "\"\\u12", "-", "01", "1e", "\xC3\xA9"}) {
    EXPECT_EQ(repair_json(json), json);
  }
}

RC_GTEST_PROP(JsonRepair, MakesUtf8OfAnything, (const std::string& bytes)) {
  const std::string once = repair_json(bytes);
  RC_ASSERT(repair_json(once) == once);
}

// The detection of encodings gets the bytes as written; escapes are decoded.
TEST(JsonPage, ATextThatIsNoUtf8KeepsItsBytes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"bad \xFF\xC3 utf\xE2\x82", "bad \xFF\xC3 utf\xE2\x82"},
      {"\xCF\xF0\xE8\xE2\xE5\xF2", "\xCF\xF0\xE8\xE2\xE5\xF2"},
      {"\xFF \\u00e9\\n\\\"", "\xFF \xC3\xA9\n\""},
      // Characters in the text itself that represent kept bytes: written directly, and escaped.
      {"\xFF \xF4\x8F\x80\x80 \xF4\x8F\x83\xBF", "\xFF \xF4\x8F\x80\x80 \xF4\x8F\x83\xBF"},
      {"\xFF \\udbfc\\udc00 \\udbfc\\udcff", "\xFF \xF4\x8F\x80\x80 \xF4\x8F\x83\xBF"},
      {"\xFF \\udbfc\\udd00 \xF4\x8F\x84\x80", "\xFF \xF4\x8F\x84\x80 \xF4\x8F\x84\x80"},
      {"\xFF \\ud800", "\xFF \xEF\xBF\xBD"},
      // Shift_JIS, whose second bytes may be a backslash: before a letter and before the end. Two
      // backslashes are one that a writer of bytes has escaped.
      {"\x95\x5C\x8E\xA6 \x94\x5C", "\x95\x5C\x8E\xA6 \x94\x5C"},
      {"\x95\x5C\x5C\x8E\xA6", "\x95\x5C\x8E\xA6"},
  };
  for (const auto& [written, bytes] : cases) {
    const Page page = decoded_line("{\"text\":\"" + written + "\",\"id\":\"x\xFF\"}").page;
    EXPECT_EQ(page.bytes, bytes) << written;
    EXPECT_EQ(page.id, "x\xEF\xBF\xBD");
    EXPECT_FALSE(page.is_unicode);
    EXPECT_EQ(page.http_charset, "utf-8");
  }
  const Page html = decoded_line("{\"text\":\"a\",\"html\":\"<p>\xCF\xF0\"}").page;
  EXPECT_EQ(html.bytes, "<p>\xCF\xF0");
  EXPECT_EQ(html.format, PageFormat::html);
}

TEST(JsonPage, ATextIsUnicodeThoughOtherFieldsAreNot) {
  const Page page = decoded_line("{\"text\":\"caf\xC3\xA9 \xF4\x8F\x80\x80\",\"x\":\"\xFF\"}").page;
  EXPECT_EQ(page.bytes, "caf\xC3\xA9 \xF4\x8F\x80\x80");
  EXPECT_TRUE(page.is_unicode);
  EXPECT_EQ(page.http_charset, "");
}

RC_GTEST_PROP(JsonRepair, KeepsAnyBytes, ()) {
  // No escapes or numbers, which are repaired too.
  std::string bytes;
  for (const int byte : *rc::gen::container<std::vector<int>>(rc::gen::oneOf(
           rc::gen::inRange(0x80, 0x100), rc::gen::element(0xF4, 0x8F, 0x80, 'a')))) {
    bytes.push_back(static_cast<char>(byte));
  }
  const std::string kept = repair_json(bytes, {.keeps_bytes = true});
  RC_ASSERT(repair_json(kept) == kept);
  RC_ASSERT(with_kept_bytes(kept) == bytes);
}

RC_GTEST_PROP(JsonPage, AnyBytesAreAValue, (const std::string& bytes)) {
  (void)decoded_line(bytes);
  const Decoded decoded = decoded_line("{\"text\":\"" + bytes + "\"}");
  RC_ASSERT(decoded.skip == Skip::bad_json || decoded.skip == Skip::no_text ||
            decoded.skip == Skip::no_text_field || !decoded.page.bytes.empty());
}

}  // namespace
}  // namespace facsim
