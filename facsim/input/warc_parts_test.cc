// SPDX-License-Identifier: Apache-2.0
// Records that are not what they seem: with lengths that are too large, written by the crawler
// about itself, in segments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/base/hash64.h"
#include "facsim/input/warc_text_for_test.h"

namespace facsim {
namespace {

using namespace for_test;
using testing::ElementsAre;

TEST(WarcReader, LengthsTooLargeThroughoutEndWhereTheNextRecordBegins) {
  const std::string good = warc();
  const std::string bad = warc_claiming("150");
  for (const std::size_t step : {1U, 100U, 1U << 20}) {
    const auto records = records_of_warc(bad + bad + bad, {.step_bytes = step});
    ASSERT_EQ(records.size(), 3U);
    EXPECT_THAT(words_of_records(records), testing::Each("page"));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(records[i].stated_length, StatedLength::too_large);
      EXPECT_EQ(records[i].bytes, bad.substr(0, bad.size() - 4));
      EXPECT_EQ(records[i].extent.begin, i * bad.size());
      EXPECT_EQ(records[i].extent.end, (i + 1) * bad.size());
    }
  }
  // Among correct records: two or more in a row count; a single one may have been cut.
  EXPECT_THAT(warc_words(good + bad + bad + good), testing::Each("page"));
  EXPECT_THAT(warc_words(good + bad + good + bad + good),
              ElementsAre("page", "damaged_record", "page", "damaged_record", "page"));
  EXPECT_THAT(warc_words(bad), ElementsAre("clipped_record"));
  // Without the line breaks that end a record it was cut, so its length may be correct.
  const std::string cut = bad.substr(0, bad.size() - 2);
  EXPECT_THAT(warc_words(cut + cut + good),
              ElementsAre("damaged_record", "damaged_record", "page"));
  EXPECT_THAT(warc_words(bad + bad + cut), ElementsAre("page", "page", "clipped_record"));
}

TEST(WarcReader, CrawlersOwnRecordsAreCompanions) {
  RecordText text;
  text.type = "resource";
  text.fields =
      "WARC-Target-URI: <URN:Text:http://example.org/>\r\nWARC-Refers-To: <urn:uuid:3>\r\n";
  const RawRecord record = records_of_warc(warc(text))[0];
  EXPECT_EQ(record.role, RecordRole::companion);
  EXPECT_EQ(record.skip, Skip::crawler_record);
  EXPECT_EQ(record.concurrent_key, hash64("urn:uuid:3"));
  EXPECT_TRUE(record.bytes.empty());
}

std::string segment(int number, const std::string& block, const std::string& more = "") {
  RecordText text;
  text.type = number == 1 ? "response" : "continuation";
  text.fields = "WARC-Segment-Number: " + std::to_string(number) + "\r\n" + more;
  if (number > 1) text.fields += "WARC-Segment-Origin-ID: <urn:uuid:1>\r\n";
  text.block = block;
  return warc(text);
}

TEST(WarcReader, SegmentsAreJoinedWhereAllAreThere) {
  const std::string last = "WARC-Segment-Total-Length: 6\r\n";
  const std::string file = segment(1, "ab") + warc_of("request", "r") + segment(2, "cd") +
                           segment(3, "ef", last) + warc_of("resource", "x");
  ArchiveFacts facts;
  const auto reader = warc_records(std::make_unique<MemorySource>(file, MemorySourceOptions{}),
                                   std::size_t{1} << 20, facts);
  const auto records = all_records(*reader, file.size());
  EXPECT_THAT(words_of_records(records),
              ElementsAre("page", "companion", "companion", "companion", "page"));
  EXPECT_EQ(records[0].bytes.substr(records[0].header_bytes), "abcdef");
  EXPECT_FALSE(records[0].lacks_segments);
  EXPECT_EQ(records[2].concurrent_key, records[0].record_key);
  // A page that lacks some segments, and segments without the first.
  EXPECT_THAT(warc_words(segment(2, "cd") + segment(3, "ef", last)),
              ElementsAre("split_record", "split_record"));
  const auto lone = records_of_warc(segment(1, "ab") + warc_of("resource", "x"));
  EXPECT_TRUE(lone[0].lacks_segments);
  EXPECT_EQ(records_of_warc(segment(1, "ab", last))[0].lacks_segments, false);
}

}  // namespace
}  // namespace facsim
