// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "facsim/input/json_fault_internal.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/record_reader.h"

namespace facsim {
namespace {

using namespace std::string_literals;
using testing::StartsWith;

constexpr std::size_t kLevels = 1024;

std::string fault(const std::string& line) { return json_fault(line, kLevels); }

TEST(JsonFault, NamesWhatIsWrongAndWhere) {
  const std::pair<std::string, std::string> cases[] = {
      {"{\"id\":1,\"text\":\"a\tb\"}",
       "a control character, U+0009, in a string, 17 bytes into the "
       "line; JSON writes it as \\u0009 (Python's"},
      {"{\"a\tb\":1}", "a control character, U+0009, in a string, 3 bytes"},
      {R"({"id":1,"text":"a"},)", "a comma behind the object, 19 bytes into the line; sed "},
      {"{\"text\":\"a\"} ,\r", "a comma behind the object, 13 bytes"},
      {R"({"text":"a",})", "a comma stands behind the last member, before the '}', 12 bytes"},
      {R"({"a":[1,2,]})", "a comma stands behind the last value, before the ']', 10 bytes"},
      {R"({"a":1}{"b":2})", "a second object on the line, 7 bytes into the line; 'jq -c .'"},
      {R"({"a":1} x)", "'x' behind the object, 8 bytes"},
      {"{", "the line ends before its object does, 1 byte into the line; 'jq -c .'"},
      {R"({"a":1,)", "the line ends before its object does, 7 bytes"},
      {R"({"text":"cut)", "the line ends within a string, 12 bytes into the line"},
      {R"({"text":"cut\)", "the line ends within a string"},
      {R"({"text":"cut\u00)", "the line ends within a string"},
      {R"({text:"x"})", "'t' where a name in double quotes must stand, 1 byte"},
      {R"({'text':'x'})", "''' where a name in double quotes must stand, 1 byte"},
      {R"({"text" "x"})", "'\"' where a ':' must stand, 8 bytes"},
      {R"({"text":'x'})", "''' where a value must stand, 8 bytes"},
      {R"({"a":[1,2})", "'}' where a ',' or ']' must stand, 9 bytes"},
      {R"({"a":1]})", "']' where a ',' or '}' must stand, 6 bytes"},
      {R"({"a":None})", "'None' is no value of JSON, 5 bytes"},
      {R"({"a":01})", "'01' is no value of JSON"},
      {R"({"a":1.})", "'1.' is no value of JSON"},
      {R"({"a":+1})", "'+1' is no value of JSON"},
      {R"({"a":"\x41"})", "\\ and 'x' in a string are no escape of JSON, 6 bytes"},
      {R"({"a":"\u12g4"})", "\\ and 'u' in a string are no escape of JSON"},
      {R"([{"a":1}])", "a list in the place of an object, 0 bytes into the line; jq -c '.[]'"},
      {"\xEF\xBB\xBF{}", "a byte-order mark, which may stand only at the beginning of a file, 0"},
      {"not json", "'n' where an object's '{' must stand, 0 bytes"},
      {"\"text\"", "'\"' where an object's '{' must stand"},
      {"}", "'}' where an object's '{' must stand"},
      {"\0{}"s, "a zero byte, 0 bytes into the line; tr "},
      {"{\"a\":\"b\0\"}"s, "a zero byte, 7 bytes"},
      {"{\"a\":1}\0"s, "a zero byte, 7 bytes"},
      {"", "the line is empty"},
  };
  for (const auto& [line, begins] : cases) EXPECT_THAT(fault(line), StartsWith(begins)) << line;
}

TEST(JsonFault, WhatIsJsonOrMendedHasNone) {
  for (const std::string line :
       {R"({})", R"( {"a" : [ ] , "b":{ "c":[1,-2.5e+7,{}]}, "d":"\"\\\/\b\f\n\r\t\u00e9"} )",
        R"({"a":NaN,"b":[Infinity,-Infinity,true,false,null]})", R"({"a":"\ud800"})",
        R"({"a":123456789012345678901234567890})", "{\"a\":\"\xFF\xFE\"}"}) {
    EXPECT_EQ(fault(line), "") << line;
  }
}

Decoded decoded(const std::string& line) {
  RawRecord record;
  record.role = RecordRole::page;
  record.bytes = line;
  record.extent = {.begin = 1, .end = 1 + line.size()};
  InputFile file;
  file.kind = FileKind::json_lines;
  PageDecoder decoder({});
  return decoder.decode(file, record);
}

TEST(JsonFault, DepthIsThatOfTheParser) {
  const auto nested = [](std::size_t levels) {
    return "{\"m\":" + std::string(levels - 1, '[') + std::string(levels - 1, ']') +
           ",\"text\":\"a\"}";
  };
  std::size_t levels = 1000;
  while (decoded(nested(levels)).skip == Skip::none) ++levels;
  EXPECT_THAT(decoded(nested(levels)).why_skipped,
              StartsWith("objects and lists nest deeper than "));
  EXPECT_EQ(decoded(nested(levels - 1)).why_skipped, "");
  EXPECT_THAT(fault(std::string(1'000'000, '{')), StartsWith("'{' where a name"));
  EXPECT_THAT(fault("{\"a\":" + std::string(1'000'000, '[')), StartsWith("objects and lists nest"));
}

TEST(JsonFault, ADecodedLineSaysWhy) {
  EXPECT_THAT(decoded("{\"text\":\"a\tb\"}").why_skipped,
              StartsWith("a control character, U+0009"));
  EXPECT_THAT(decoded("{\"text\":\"a\0b\"}"s).why_skipped, StartsWith("a zero byte"));
  EXPECT_EQ(decoded("{\"text\":\"ab\"}").why_skipped, "");
}

}  // namespace
}  // namespace facsim
