// SPDX-License-Identifier: Apache-2.0
// JSON input and output, base64, and media types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "facsim/base/base64.h"
#include "facsim/base/error.h"
#include "facsim/serve/body.h"
#include "facsim/serve/page_json.h"

namespace facsim {
namespace {

TEST(RequestJson, APage) {
  RequestJson json;
  const Page page = json.page(
      R"({"id":"a","url":"u","html":"<p>\u00e9","more":[1,{"x":2}],"tags":"t"})", {"tags"});
  EXPECT_EQ(page.id, "a");
  EXPECT_EQ(page.url, "u");
  EXPECT_EQ(page.format, PageFormat::html);
  EXPECT_EQ(page.bytes, "<p>\xC3\xA9");
  EXPECT_TRUE(page.is_unicode);
  ASSERT_EQ(page.fields.size(), 1U);
  EXPECT_EQ(page.fields[0].text, "t");
  EXPECT_EQ(json.page(R"({"text":"","id":null,"url":null})", {}).bytes, "");
}

// Html takes precedence if it is present and not empty, as in JSON lines.
TEST(RequestJson, ARecordWithTextAndHtml) {
  RequestJson json;
  const auto read = [&](const std::string& record) {
    const Page page = json.page(record, {});
    return (page.format == PageFormat::html ? "html " : "text ") + page.bytes;
  };
  for (const std::string empty : {R"("")", "null"}) {
    EXPECT_EQ(read(R"({"html":"<p>b","text":)" + empty + "}"), "html <p>b");
    EXPECT_EQ(read(R"({"text":)" + empty + R"(,"html":"<p>b"})"), "html <p>b");
    EXPECT_EQ(read(R"({"text":"a","html":)" + empty + "}"), "text a");
    EXPECT_EQ(read(R"({"text":"","html":)" + empty + "}"), "text ");
    EXPECT_EQ(read(R"({"html":)" + empty + "}"), "html ");
  }
  EXPECT_EQ(read(R"({"text":null})"), "text ");
  EXPECT_EQ(read(R"({"text":"a","html":"<p>b"})"), "html <p>b");
  EXPECT_EQ(read(R"({"text":"a","html":7})"), "text a");
  EXPECT_EQ(read(R"({"text":7,"html":"<p>b"})"), "html <p>b");
  EXPECT_EQ(read(R"({"text":"a","text":"b"})"), "text b") << "the last of one name counts";
  EXPECT_EQ(json.page(R"({"text":"","html":null,"tags":"t"})", {"tags"}).fields.size(), 1U);
}

TEST(RequestJson, AMarkMayBeginABody) {
  RequestJson json;
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(json.page(without_mark(mark + R"({"text":"a"})"), {}).bytes, "a");
  const std::string body = mark + "{}\n" + mark + "{}\n";
  const std::vector<BodyLine> lines = lines_of(body, 10);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].text, "{}");
  EXPECT_EQ(lines[1].text, mark + "{}") << "elsewhere it is none";
  EXPECT_TRUE(lines_of(mark + "\n", 10).empty());
}

TEST(RequestJson, NumbersOfAnySize) {
  RequestJson json;
  const std::string huge = "8234351008345965706451353600";
  EXPECT_EQ(json.page(R"({"id":"a","more":[)" + huge + R"(,-1e999],"text":"t"})", {}).bytes, "t");
  EXPECT_EQ(json.page(R"({"id":)" + huge + R"(,"text":"t"})", {}).id, huge);
  EXPECT_THROW((void)json.page(R"({"more":)" + huge + R"(x,"text":"t"})", {}), Error);
  EXPECT_THROW((void)json.collection(R"({"max_distance":)" + huge + "}"), Error);
}

TEST(RequestJson, WhatIsNoPage) {
  RequestJson json;
  for (const std::string text :
       {"", "{", "[]", "1", "{}", R"({"id":"a"})", R"({"text":1})", R"({"html":1})",
        R"({"text":1,"html":""})", R"({"html":1,"text":""} x)", R"({"id":1,"text":"a"})",
        "{\"text\":\"\xff\"}", R"({"text":"\ud800"})", R"({"text":"a"} x)"}) {
    EXPECT_THROW((void)json.page(text, {}), Error) << text;
  }
}

TEST(RequestJson, OtherThings) {
  RequestJson json;
  const auto why_no_names = [&](const std::string& text) -> std::string {
    try {
      (void)json.names(text);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(json.facts(R"({"facts":"YWJj"})"), "abc");
  EXPECT_THROW((void)json.facts(R"({"facts":"YWJ"})"), Error);
  EXPECT_THROW((void)json.facts("{}"), Error);
  EXPECT_EQ(json.names(R"(["a","b"])"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(why_no_names("[1]"),
            "element 1 of the list is no string; ids, URLs and \"#17\" are strings");
  EXPECT_THAT(why_no_names(R"(["a",["b"]])"), testing::StartsWith("element 2 of the list"));
  EXPECT_EQ(json.collection(R"({"max_distance":4})").max_distance, 4);
  EXPECT_THROW((void)json.collection(R"({"max_distance":-1})"), Error);
  EXPECT_THROW((void)json.collection(R"({"x":1})"), Error);
}

TEST(RequestJson, APolicy) {
  RequestJson json;
  EXPECT_EQ(json.collection("{}").policy, std::nullopt);
  EXPECT_EQ(json.collection(R"({"policy":{}})").policy, SeenPolicy());
  const SeenPolicy policy = {
      .exact = SeenAction::skip_links, .content = SeenAction::store, .follow_first = 3};
  EXPECT_EQ(
      json.collection(R"({"policy":{"exact":"skip_links","content":"store","follow_first":3}})")
          .policy,
      policy);
  for (const std::string text :
       {R"({"policy":null})", R"({"policy":"skip"})", R"({"policy":{"exact":"drop"}})",
        R"({"policy":{"exact":1}})", R"({"policy":{"follow_first":-1}})",
        R"({"policy":{"follow_first":1000000001}})", R"({"policy":{"layout":"skip"}})"}) {
    EXPECT_THROW((void)json.collection(text), Error) << text;
  }
}

TEST(Lines, BlankOnesAreNone) {
  const auto lines = lines_of("a\r\n\n  \nb", 2);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].text, "b");
  EXPECT_EQ(lines[0].number, 1U);
  EXPECT_EQ(lines[1].number, 4U) << "as an editor counts them";
  EXPECT_THROW((void)lines_of("a\nb\nc", 2), Error);
}

RC_GTEST_PROP(Base64, ComesBack, (const std::string& bytes)) {
  RC_ASSERT(from_base64(to_base64(bytes)) == bytes);
}

TEST(Base64, OneTextForTheSameBytes) {
  EXPECT_EQ(to_base64("a"), "YQ==");
  for (const std::string text :
       {"Y", "YQ", "YQ=", "YR==", "YQ==YQ==", "Y Q=", "YQ=a", "====", "Yé=="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

TEST(Body, Types) {
  EXPECT_EQ(body_type_of("Text/HTML ; a=b; Charset=\"GBK\"").name, "text/html");
  EXPECT_EQ(body_type_of("Text/HTML ; a=b; Charset=\"GBK\"").charset, "GBK");
  EXPECT_EQ(body_type_of("").name, "");
  EXPECT_EQ(body_type_of(";;;charset=x").charset, "x");
}

}  // namespace
}  // namespace facsim
