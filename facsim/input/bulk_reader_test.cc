// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "facsim/input/bulk_internal.h"
#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/records_for_test.h"

namespace facsim {
namespace {

using testing::ElementsAre;

InputFile bulk_file() {
  InputFile file;
  file.kind = FileKind::bulk;
  return file;
}

// "begin-end id text" for pages, with the skip's name instead of the text, or "begin-end role".
std::vector<std::string> lines_of_bulk(const std::string& bytes, MemorySourceOptions options = {},
                                       std::size_t line_bytes_max = 1000) {
  const auto reader =
      bulk_records(std::make_unique<MemorySource>(bytes, std::move(options)), line_bytes_max);
  PageDecoder decoder({});
  std::vector<std::string> words;
  for (const RawRecord& record : for_test::all_records(*reader, bytes.size())) {
    std::string word =
        std::to_string(record.extent.begin) + "-" + std::to_string(record.extent.end);
    EXPECT_EQ(record.offset, record.extent.begin);
    if (record.role == RecordRole::other) {
      word += " other";
    } else if (record.skip != Skip::none) {
      word += (record.role == RecordRole::damaged ? " damaged " : " ");
      word += name_of(record.skip);
    } else {
      EXPECT_EQ(record.bytes, bytes.substr(record.extent.begin, record.bytes.size()));
      const Decoded decoded = decoder.decode(bulk_file(), record);
      word += " " + decoded.page.id + " ";
      word += decoded.skip == Skip::none ? decoded.page.bytes : name_of(decoded.skip);
      if (decoded.skip != Skip::bad_json) {
        EXPECT_EQ(bytes.at(decoded.brace_offset), '}');
        const std::string_view object = object_of(FileKind::bulk, record);
        EXPECT_EQ(record.extent.begin +
                      static_cast<std::size_t>(object.data() - record.bytes.data()) +
                      object.rfind('}'),
                  decoded.brace_offset);
      }
    }
    words.push_back(word);
  }
  return words;
}

TEST(BulkAction, IsAnObjectWithOneActionThatSaysNothingElse) {
  for (const char* const line :
       {R"({"index":{}})", R"({"index":{"_index":"x","_id":"7"}})", R"( { "create" : { } } )",
        R"({"update":{"_id":1,"retry_on_conflict":3}})", R"({"delete":{"_id":"a}\"b"}})",
        "\xEF\xBB\xBF{\"index\":{}}\r"}) {
    EXPECT_TRUE(bulk_action(line)) << line;
    EXPECT_TRUE(begins_with_bulk_action(std::string("\n \r\n") + line + "\n{")) << line;
  }
  for (const char* const line :
       {"", "{}", "[]", R"({"index":1})", R"({"index":"{}"})", R"({"index":{"text":"words"}})",
        R"({"index":{},"text":"x"})", R"({"text":{}})", R"({"index":{})", R"({"index":{}}})",
        R"({"index":{}}{"index":{}})", R"({"index":{"_id":"7")", R"({"index")", "not json"}) {
    EXPECT_FALSE(bulk_action(line)) << line;
  }
  EXPECT_FALSE(bulk_action("{\"index\":{\"_id\":\"" + std::string(70'000, 'x') + "\"}}"));
}

TEST(BulkAction, NamesTheDocument) {
  EXPECT_EQ(bulk_action(R"({"index":{"_id":"7"}})")->id, "7");
  EXPECT_EQ(bulk_action(R"({"index":{"_id":7}})")->id, "7");
  EXPECT_EQ(bulk_action(R"({"index":{"_id":"a\"\u00e9"}})")->id, "a\"\u00e9");
  EXPECT_EQ(bulk_action(R"({"index":{"_id":null}})")->id, "");
  EXPECT_EQ(bulk_action(R"({"index":{"_id":"1","_id":"2"}})")->id, "2");
}

TEST(BulkReader, AnActionGoesWithItsDocument) {
  EXPECT_THAT(
      lines_of_bulk("{\"index\":{\"_id\":\"7\"}}\n{\"text\":\"one\"}\n"
                    "{\"create\":{\"_id\":\"8\"}}\r\n{\"id\":\"own\",\"text\":\"two\"}\r\n"),
      ElementsAre("0-37 7 one", "37-88 own two"));
  EXPECT_TRUE(lines_of_bulk("").empty());
}

TEST(BulkReader, ADeleteHasNoDocumentAndAnUpdateHasItInside) {
  EXPECT_THAT(
      lines_of_bulk("{\"delete\":{\"_id\":\"7\"}}\n{\"update\":{\"_id\":\"8\"}}\n"
                    "{\"doc\":{\"text\":\"two\"},\"x\":{}}\n{\"index\":{}}\n{\"text\":\"\"}"),
      ElementsAre("0-23 other", "23-76 8 two", "76-100  no_text"));
  EXPECT_THAT(lines_of_bulk("{\"update\":{\"_id\":\"8\"}}\n{\"script\":\"x\"}"),
              ElementsAre("0-37 8 no_text_field"));
  EXPECT_THAT(lines_of_bulk("{\"update\":{}}\n{\"doc\":{\"text\":\"a\"},\"doc\":{\"text\":\"b\"}}"),
              ElementsAre("0-53  b"));
  EXPECT_THAT(lines_of_bulk("{\"update\":{}}\n{\"doc\":{\"id\":1.50,\"text\":\"a\xFF\"}}"),
              ElementsAre("0-45 1.50 a\xFF"));
}

TEST(BulkReader, ALineTooFewTurnsNoOtherPairRound) {
  EXPECT_THAT(
      lines_of_bulk("{\"index\":{}}\n{\"index\":{\"_id\":\"2\"}}\n{\"text\":\"two\"}\n"
                    "{\"text\":\"three\"}\n{\"create\":{\"_id\":\"4\"}}\n{\"text\":\"four\"}\n"),
      ElementsAre("0-13 clipped_record", "13-50 2 two", "50-67  three", "67-106 4 four"));
  EXPECT_THAT(
      lines_of_bulk("{\"index\":{}}\n\n{\"text\":\"two\"}\n{\"index\":{}}"),
      ElementsAre("0-13 clipped_record", "13-14 other", "14-29  two", "29-41 clipped_record"));
}

TEST(BulkReader, WhatIsWrongWithTheDocumentIsWrongWithThePair) {
  EXPECT_THAT(lines_of_bulk("{\"index\":{}}\nno json\n{\"index\":{}}\n{\"text\":\"one\"}\n"),
              ElementsAre("0-21  bad_json", "21-49  one"));
  EXPECT_THAT(lines_of_bulk("{\"index\":{}}\n{\"text\":\"" + std::string(100, 'x') +
                                "\"}\n{\"index\":{}}\n{\"text\":\"a\"}\n",
                            {}, 50),
              ElementsAre("0-125 too_large", "125-151  a"));
  EXPECT_THAT(lines_of_bulk("{\"index\":{}}\n{\"text\":\"cu",
                            {.damage = Damage{.what = "cut", .packed_offset = 1}}),
              ElementsAre("0-24 damaged clipped_record"));
}

}  // namespace
}  // namespace facsim
