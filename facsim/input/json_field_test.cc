// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/json_field_internal.h"

#include <gtest/gtest.h>

#include "facsim/input/json_page_internal.h"

namespace facsim {
namespace {

// The value of the field as written; "" if it is missing.
std::string field(const std::string& json, std::string_view name) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  EXPECT_EQ(parser.parse(json).get(object), simdjson::SUCCESS) << json;
  const auto found = find_field(object, name);
  const std::string minified = found ? std::string(simdjson::minify(*found)) : std::string();
  EXPECT_EQ(raw_field(json, name), minified) << json << " " << name;
  return minified;
}

TEST(JsonField, ADotLeadsIntoAnObject) {
  EXPECT_EQ(field(R"({"a":{"b":1}})", "a.b"), "1");
  EXPECT_EQ(field(R"({"a":{"b":{"c":"x"}}})", "a.b.c"), "\"x\"");
  EXPECT_EQ(field(R"({"a":{"b":1}})", "a"), R"({"b":1})");
  for (const char* const name : {"b", "a.c", "a.b.c", ".", "a.", ".a", "a..b", "", "b.a"}) {
    EXPECT_EQ(field(R"({"a":{"b":1}})", name), "") << name;
  }
}

TEST(JsonField, TheWholeNameWinsAtEveryLevelThenTheLongestPart) {
  EXPECT_EQ(field(R"({"a":{"b":1},"a.b":2})", "a.b"), "2");
  EXPECT_EQ(field(R"({"a.b":null,"a":{"b":1}})", "a.b"), "null");
  EXPECT_EQ(field(R"({"a":{"b":{"c":1},"b.c":2}})", "a.b.c"), "2");
  EXPECT_EQ(field(R"({"a":{"b.c":1},"a.b":{"c":2}})", "a.b.c"), "2");
  EXPECT_EQ(field(R"({"a":{"b.c":1},"a.b":{"d":2}})", "a.b.c"), "1");
  EXPECT_EQ(field(R"({"a.b":3,"a":{"b":{"c":1}}})", "a.b.c"), "1");
  EXPECT_EQ(field(R"({"":{"a":1}})", ".a"), "") << "a dot in front is part of a name";
  EXPECT_EQ(field(R"({".a":1})", ".a"), "1");
}

TEST(JsonField, OfRepeatedNamesTheLastCountsAtEveryLevel) {
  EXPECT_EQ(field(R"({"a":{"b":1,"b":2}})", "a.b"), "2");
  EXPECT_EQ(field(R"({"a":{"b":1},"a":{"b":2}})", "a.b"), "2");
  EXPECT_EQ(field(R"({"a":{"b":1},"a":{"c":2}})", "a.b"), "");
  EXPECT_EQ(field(R"({"a":{"b":1},"a":5})", "a.b"), "");
}

TEST(JsonField, ListsAndStringsHaveNoFields) {
  EXPECT_EQ(field(R"({"a":[{"b":1}]})", "a.b"), "");
  EXPECT_EQ(field(R"({"a":[{"b":1}]})", "a.0.b"), "");
  EXPECT_EQ(field(R"({"a":"{\"b\":1}"})", "a.b"), "");
}

TEST(JsonField, ANullOnTheWayIsNullWhereNothingElseIsFound) {
  EXPECT_EQ(field(R"({"a":null})", "a.b"), "null");
  EXPECT_EQ(field(R"({"a":{"b":null}})", "a.b.c"), "null");
  EXPECT_EQ(field(R"({"a.b":null,"a":{"b":{"c":1}}})", "a.b.c"), "1");
  EXPECT_EQ(field(R"({"a":null,"a":5})", "a.b"), "");
  ReadOptions options;
  options.text_field = "a.b";
  EXPECT_EQ(JsonPageReader(options).read(R"({"a":null})", 0).skip, Skip::no_text);
  EXPECT_EQ(JsonPageReader(options).read(R"({"a":7})", 0).skip, Skip::no_text_field);
}

TEST(JsonField, EscapesInNamesAreUndone) {
  EXPECT_EQ(field(R"({"\u0061":{"b\"":7}})", "a.b\""), "7");
}

TEST(JsonField, NamesThatLeadDeepEndAtTheText) {
  std::string json = "1";
  std::string name;
  for (int i = 0; i < 500; ++i) {
    json = "{\"a\":" + json + "}";
    name += i == 0 ? "a" : ".a";
  }
  EXPECT_EQ(field(json, name), "1");
  EXPECT_EQ(field(json, name + ".a"), "");
}

TEST(JsonField, PagesAreReadByNamesOfAllKinds) {
  ReadOptions options;
  options.text_field = "content.text";
  options.html_field = "content.html";
  options.id_field = "meta.id";
  options.url_field = "meta.url";
  options.time_field = "meta.at";
  options.keep_fields = {"meta.rank"};
  options.extra_fields = {"meta.title"};
  JsonPageReader reader(options);
  const Page page =
      reader
          .read(R"({"content":{"text":"words"},"id":"x","text":"no","meta":{"id":1.50,)"
                R"("url":"http://example.org/","at":"2024-01-02","rank":3,"title":"T"}})",
                0)
          .page;
  EXPECT_EQ(page.bytes, "words");
  EXPECT_EQ(page.id, "1.50") << "as it is written";
  EXPECT_EQ(page.url, "http://example.org/");
  EXPECT_EQ(page.unix_time, 1'704'153'600);
  EXPECT_EQ(page.keep_values[0], 3.0);
  ASSERT_EQ(page.fields.size(), 1U);
  EXPECT_EQ(page.fields[0].name, "meta.title");
  EXPECT_EQ(page.fields[0].text, "T");
  EXPECT_EQ(reader.read(R"({"content":{"text":"t","html":"<p>h"}})", 0).page.bytes, "<p>h");
  EXPECT_EQ(reader.read(R"({"content":{"text":{"x":1}}})", 0).skip, Skip::no_text_field);
  EXPECT_EQ(reader.read(R"({"content":{"text":""}})", 0).skip, Skip::no_text);
}

TEST(JsonField, FeaturesMayLieInAnObject) {
  ReadOptions options;
  options.given_field = "x.features";
  JsonPageReader reader(options);
  const Decoded decoded = reader.read(R"({"x":{"features":["a",["b",2]]}})", 0);
  EXPECT_EQ(decoded.skip, Skip::none);
  EXPECT_EQ(decoded.page.given.size(), 2U);
}

TEST(JsonField, AHintNamesFieldsInsideObjects) {
  const auto names = [](const std::string& json) {
    return JsonPageReader({}).read(json, 0).field_names;
  };
  EXPECT_EQ(names(R"({"id":1,"content":{"body":"x","n":{"m":2}},"list":[{"y":1}],"e":{}})"),
            "id, content.body, content.n.m, list, e");
  EXPECT_EQ(names(R"({"a":{"b":{"c":{"d":{"e":1}}}}})"), "a.b.c.d");
  std::string many = R"({"x":{)";
  for (int i = 0; i < 40; ++i) many += "\"n" + std::to_string(i) + "\":1,";
  EXPECT_TRUE(names(many + "\"z\":1},\"y\":2}").ends_with("x.n10, x.n11, ..."));
}

}  // namespace
}  // namespace facsim
