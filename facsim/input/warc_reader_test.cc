// SPDX-License-Identifier: Apache-2.0
// Hand-written WARC files, according to the standard and as found in practice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/base/limits.h"
#include "facsim/input/warc_text_for_test.h"

namespace facsim {
namespace {

using namespace for_test;
using testing::ElementsAre;

TEST(WarcReader, AnEmptyFileHasNoRecord) { EXPECT_TRUE(records_of_warc("").empty()); }

TEST(WarcReader, RolesFollowTheType) {
  EXPECT_THAT(
      warc_words(warc_of("warcinfo", "software: x") + warc_of("response", "a") +
                 warc_of("resource", "b") + warc_of("conversion", "c") + warc_of("request", "d") +
                 warc_of("metadata", "e") + warc_of("revisit", "f") + warc_of("continuation", "g") +
                 warc_of("unknown", "h") + warc_of("RESPONSE", "i")),
      ElementsAre("other", "page", "page", "page", "companion", "companion", "other", "companion",
                  "not_a_page", "page"));
}

TEST(WarcReader, BytesAreHeaderAndBlockWithoutSeparators) {
  RecordText text;
  text.block = "hello";
  const std::string file = warc(text);
  const RawRecord record = records_of_warc(file)[0];
  EXPECT_EQ(record.bytes, file.substr(0, file.size() - 4));
  EXPECT_EQ(record.bytes.substr(record.header_bytes), "hello");
  EXPECT_EQ(record.extent.end, file.size());
}

TEST(WarcReader, ToleratesVersionsAndLineBreaks) {
  for (const std::string version : {"WARC/1.0", "WARC/1.1", "WARC/0.17", "WARC/0.18", "WARC/2"}) {
    for (const std::string line_break : {"\r\n", "\n"}) {
      for (const std::string behind : {"", "\n", "\r\n", "\r\n\r\n", "\n\n", "\n\n\n\r\n\r\n"}) {
        RecordText text;
        text.version = version;
        text.line_break = line_break;
        text.behind = behind;
        const auto records = records_of_warc(warc(text) + warc(text));
        EXPECT_THAT(words_of_records(records), ElementsAre("page", "page")) << version << behind;
        EXPECT_EQ(records[0].bytes.substr(records[0].header_bytes), text.block);
      }
    }
  }
}

TEST(WarcReader, HeadersMayBeFoldedMisspeltAndInAnyCase) {
  const std::string file =
      "WARC/1.0\r\nwarc-type:\r\n response\r\nno colon here\r\nCONTENT-LENGTH:\t2 \r\n"
      "WARC-Concurrent-To: <urn:uuid:7>\r\nWARC-Concurrent-To: <urn:uuid:8>\r\n"
      "WARC-RECORD-ID: < urn:uuid:9 >\r\n\r\nab\r\n\r\n";
  const auto records = records_of_warc(file + warc());
  EXPECT_THAT(words_of_records(records), ElementsAre("page", "page"));
  EXPECT_EQ(records[0].record_key, hash64("urn:uuid:9"));
  EXPECT_EQ(records[0].concurrent_key, hash64("urn:uuid:7"));
}

TEST(WarcReader, CompanionsNameTheirPage) {
  RecordText text;
  text.type = "metadata";
  text.fields = "WARC-Refers-To: <urn:uuid:3>\r\n";
  EXPECT_EQ(records_of_warc(warc(text))[0].concurrent_key, hash64("urn:uuid:3"));
  text.fields += "WARC-Concurrent-To: urn:uuid:4\r\n";
  EXPECT_EQ(records_of_warc(warc(text))[0].concurrent_key, hash64("urn:uuid:4"));
  text.fields += "WARC-Concurrent-To: <urn:uuid:5>\r\nWARC-Concurrent-To: <urn:uuid:6>\r\n";
  EXPECT_EQ(records_of_warc(warc(text))[0].more_concurrent_keys,
            (std::vector<std::uint64_t>{hash64("urn:uuid:5"), hash64("urn:uuid:6")}));
  text.fields = "";
  EXPECT_EQ(records_of_warc(warc(text))[0].concurrent_key, 0U);
  // A record that a page refers to is another page, not its companion.
  text.type = "conversion";
  text.fields = "WARC-Refers-To: <urn:uuid:3>\r\n";
  EXPECT_EQ(records_of_warc(warc(text))[0].concurrent_key, 0U);
}

TEST(WarcReader, JunkIsOneDamagedRecord) {
  const std::string good = warc();
  EXPECT_THAT(warc_words("junk" + good), ElementsAre("damaged_record", "page"));
  EXPECT_THAT(warc_words("\r\n\r\n" + good), ElementsAre("other", "page"));
  EXPECT_THAT(warc_words(good + "junk\r\nWARC/\nWARC/x\n" + good),
              ElementsAre("page", "damaged_record", "page"));
  EXPECT_THAT(warc_words(good + "junk"), ElementsAre("page", "damaged_record"));
  EXPECT_THAT(warc_words("junk"), ElementsAre("damaged_record"));
  EXPECT_THAT(warc_words(good + std::string(5'000'000, '\0') + good),
              ElementsAre("page", "damaged_record", "page"));
  EXPECT_THAT(warc_words("\n"), ElementsAre("other"));
}

TEST(WarcReader, AWrongLengthCostsOneRecord) {
  const std::string good = warc();
  for (const std::string length : {"", "x", "-1", "1e3", "99999999999999999999999", "0x10"}) {
    EXPECT_THAT(warc_words(good + warc_claiming(length.empty() ? " " : length) + good),
                ElementsAre("page", "damaged_record", "page"))
        << length;
  }
  // Too long: by a little, into the next record, past the end, beyond any sensible length.
  for (const std::string length :
       {"62", "100", "5000", "900000", "5000000", "9223372036854775807", "18446744073709551615"}) {
    EXPECT_THAT(warc_words(good + warc_claiming(length) + good + good),
                ElementsAre("page", "damaged_record", "page", "page"))
        << length;
  }
}

TEST(WarcReader, WhatALengthLeavesOutBelongsToItsRecord) {
  const std::string good = warc();
  for (const std::string length : {"50", "1", "0"}) {
    const std::string bad = warc_claiming(length);
    for (const std::string& rest : {good, std::string()}) {
      const auto records = records_of_warc(good + bad + rest);
      ASSERT_EQ(records.size(), rest.empty() ? 2U : 3U) << length;
      EXPECT_THAT(words_of_records(records), testing::Each("page"));
      EXPECT_EQ(records[1].stated_length, StatedLength::too_small);
      EXPECT_EQ(records[1].bytes.size() - records[1].header_bytes, std::stoul(length));
      EXPECT_EQ(records[1].extent.end, good.size() + bad.size());
      EXPECT_EQ(records[0].stated_length, StatedLength::right);
    }
  }
  // The same for a record that is too large for memory.
  const std::string large = warc_of("response", std::string(3'000'000, 'x'));
  std::string bad = large;
  bad.replace(bad.find("3000000"), 7, "2999990");
  const auto records = records_of_warc(good + bad + good);
  EXPECT_THAT(words_of_records(records), ElementsAre("page", "too_large", "page"));
  EXPECT_EQ(records[1].stated_length, StatedLength::too_small);
}

TEST(WarcReader, JunkBehindAnEndedRecordIsNotItsOwn) {
  const std::string good = warc();
  for (const std::string end : {"\r\n\r\n", "\n\n", "\r\n\n"}) {
    RecordText text;
    text.behind = end;
    EXPECT_THAT(warc_words(warc(text) + "junk" + good),
                ElementsAre("page", "damaged_record", "page"));
  }
  for (const std::string end : {"", "\r\n", "\n", "\r", "\r\r\n"}) {
    RecordText text;
    text.behind = end;
    const auto records = records_of_warc(warc(text) + "junk" + good);
    EXPECT_THAT(words_of_records(records), ElementsAre("page", "page"))
        << testing::PrintToString(end);
    EXPECT_EQ(records[0].stated_length, StatedLength::too_small);
  }
}

TEST(WarcReader, ARecordWhoseLengthIsTooLargeEndsWithItsMember) {
  const std::string good = warc();
  for (const std::string length : {"61", "62", "80", "900", "900000", "5000000",
                                   "9223372036854775807", "18446744073709551615"}) {
    const std::string bad = warc_claiming(length);
    WarcOptions options;
    options.members = {{0, 0}, {good.size(), 100}, {good.size() + bad.size(), 200}};
    for (const std::string& rest : {good, std::string()}) {
      const auto records = records_of_warc(good + bad + rest, options);
      ASSERT_EQ(records.size(), rest.empty() ? 2U : 3U) << length;
      EXPECT_THAT(words_of_records(records), testing::Each("page")) << length;
      EXPECT_EQ(records[1].bytes, bad.substr(0, bad.size() - 4)) << length;
      EXPECT_EQ(records[1].extent.end, good.size() + bad.size());
      EXPECT_EQ(records[1].offset, 100U);
      EXPECT_EQ(records[1].stated_length, StatedLength::too_large);
    }
  }
}

TEST(WarcReader, AMemberEndsNoRecordThatItDoesNotHoldAlone) {
  const std::string good = warc();
  const std::string bad = warc_claiming("900");
  // A second record in the member; the record does not begin with its member.
  EXPECT_THAT(warc_words(bad + good + good, {.members = {{0, 0}, {bad.size() + good.size(), 100}}}),
              ElementsAre("damaged_record", "page", "page"));
  EXPECT_THAT(warc_words(good + bad + good, {.members = {{0, 0}, {good.size() + bad.size(), 100}}}),
              ElementsAre("page", "damaged_record", "page"));
  EXPECT_THAT(warc_words(good + bad, {.members = {{0, 0}}}), ElementsAre("page", "clipped_record"));
}

TEST(WarcReader, ACutRecordBeforeAnotherCostsOneRecord) {
  const std::string good = warc();
  for (std::size_t cut = 1; cut < good.size() - 4; ++cut) {
    const auto words = warc_words(good + good.substr(0, cut) + good);
    if (cut <= std::string("WARC/1.0\r\nWARC-Type").size()) {
      // Only bytes that look like the beginning of the next record's head are left of it.
      EXPECT_THAT(words, testing::AnyOf(ElementsAre("page", "damaged_record", "page"),
                                        ElementsAre("page", "page")))
          << cut;
    } else {
      EXPECT_THAT(words, ElementsAre("page", "damaged_record", "page")) << cut;
    }
  }
}

TEST(WarcReader, ACutFileEndsInAClippedRecord) {
  const std::string good = warc();
  for (std::size_t cut = 6; cut < good.size() - 4; ++cut) {
    EXPECT_THAT(warc_words(good + good.substr(0, cut)), ElementsAre("page", "clipped_record"))
        << cut;
    EXPECT_THAT(warc_words(good + good.substr(0, cut), {.members = {{0, 0}}}),
                ElementsAre("page", "clipped_record"))
        << cut;
  }
  const auto records = records_of_warc(good + good.substr(0, 100));
  EXPECT_EQ(records[1].role, RecordRole::damaged);
  EXPECT_TRUE(records[1].bytes.empty());
}

TEST(WarcReader, AnArchiveInsideARecordIsItsBlock) {
  const std::string inner = warc() + warc();
  EXPECT_THAT(warc_words(warc_of("resource", inner) + warc()), ElementsAre("page", "page"));
  const std::string large = warc_of("resource", inner + std::string(3'000'000, 'x') + inner);
  EXPECT_THAT(warc_words(large + warc()), ElementsAre("too_large", "page"));
  EXPECT_THAT(warc_words(large + warc(), {.plain = false}), ElementsAre("too_large", "page"));
}

TEST(WarcReader, LargeRecordsArePassedBy) {
  const std::string block(5'000'000, 'x');
  const std::string good = warc();
  const std::string large = warc_of("response", block);
  for (const std::size_t step : {1000U, 1U << 20}) {
    const auto records = records_of_warc(good + large + good, {.step_bytes = step});
    EXPECT_THAT(words_of_records(records), ElementsAre("page", "too_large", "page"));
    EXPECT_EQ(records[1].role, RecordRole::page);
    EXPECT_EQ(records[1].extent.begin, good.size());
    EXPECT_EQ(records[1].extent.end, good.size() + large.size());
    EXPECT_TRUE(records[1].bytes.empty());
    EXPECT_EQ(records[1].record_key, hash64("urn:uuid:1"));
  }
  EXPECT_THAT(warc_words(warc_of("request", block) + good), ElementsAre("companion", "page"));
  EXPECT_THAT(warc_words(warc_of("warcinfo", block) + good), ElementsAre("other", "page"));
  EXPECT_THAT(warc_words(good + large.substr(0, 4'000'000), {.plain = false}),
              ElementsAre("page", "clipped_record"));
}

TEST(WarcReader, AHeaderWithoutEndIsDamage) {
  const std::string good = warc();
  std::string endless = "WARC/1.0\r\n";
  while (endless.size() < limits::kHeaderBytesMax + 1000) endless += "X-Filler: aaaaaaaaaaaa\r\n";
  EXPECT_THAT(warc_words(good + endless + good), ElementsAre("page", "damaged_record", "page"));
  EXPECT_THAT(warc_words("WARC/1.0\r\n\r\n" + good), ElementsAre("damaged_record", "page"));
}

TEST(WarcReader, OffsetsAreThoseOfMembersWhereEachRecordHasOne) {
  const std::string a = warc();
  const std::string b = warc_of("resource", "other");
  WarcOptions wise;
  wise.members = {{0, 0}, {a.size(), 120}, {a.size() + b.size(), 250}};
  const auto records = records_of_warc(a + b + a, wise);
  ASSERT_EQ(records.size(), 3U);
  EXPECT_EQ(records[0].offset, 0U);
  EXPECT_EQ(records[1].offset, 120U);
  EXPECT_EQ(records[2].offset, 250U);
  // One member for all, or a member for each full buffer.
  for (const std::map<std::uint64_t, std::uint64_t>& members :
       {std::map<std::uint64_t, std::uint64_t>{{0, 0}},
        std::map<std::uint64_t, std::uint64_t>{{0, 0}, {a.size() - 3, 100}}}) {
    const auto streamed = records_of_warc(a + b + a, {.members = members});
    EXPECT_EQ(streamed[1].offset, a.size());
    EXPECT_EQ(streamed[2].offset, a.size() + b.size());
  }
}

TEST(WarcReader, ManyFalseBeginningsTakeLinearTime) {
  std::string file;
  while (file.size() < 4'000'000) file += "xWARC/1.0\nWARC-A: b\n";
  EXPECT_THAT(warc_words(file), ElementsAre("damaged_record"));
  file.clear();
  while (file.size() < 4'000'000) file += "WARC/1.0\nContent-Length: 900000\n\n";
  EXPECT_EQ(warc_words(file).back(), "clipped_record");
}

// Cuts, doubles and overwrites pieces of a valid file: every byte is in one extent, and the steps
// in which the bytes arrive make no difference.
RC_GTEST_PROP(WarcReader, TilesWhateverComes, ()) {
  std::string file;
  const int count = *rc::gen::inRange(1, 6);
  for (int i = 0; i < count; ++i) {
    const std::size_t bytes = *rc::gen::inRange<std::size_t>(0, 3000);
    file += warc_of(i % 2 == 0 ? "response" : "request", std::string(bytes, 'y'));
  }
  const int edits = *rc::gen::inRange(0, 6);
  for (int i = 0; i < edits; ++i) {
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, file.size() + 1);
    const std::size_t length = *rc::gen::inRange<std::size_t>(0, 400);
    const std::string piece = file.substr(at, length);
    switch (*rc::gen::inRange(0, 3)) {
      case 0:
        file.erase(at, length);
        break;
      case 1:
        file.insert(at, piece);
        break;
      default:
        file.insert(at, *rc::gen::arbitrary<std::string>());
    }
  }
  WarcOptions slow;
  slow.page_bytes_max = 1000;
  slow.step_bytes = *rc::gen::inRange<std::size_t>(1, 50);
  WarcOptions fast = slow;
  fast.step_bytes = 1 << 20;
  RC_ASSERT(warc_words(file, slow) == warc_words(file, fast));
}

TEST(WarcReader, AMemberIsFoundWithoutASearchBeforeIt) {
  // The searches within lines are limited for each file (kInlineTriesMax). Members do not count, so
  // the record in the middle of the last member's line is still found.
  WarcOptions options;
  std::string file;
  const std::string claiming = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 900000\r\n\r\n";
  constexpr std::size_t kMembers = 2000;
  for (std::size_t i = 0; i < kMembers; ++i) {
    options.members[file.size()] = i;
    file += claiming + std::to_string(i);
  }
  const auto records = records_of_warc(file + warc(), options);
  ASSERT_EQ(records.size(), kMembers + 1);
  EXPECT_EQ(records[kMembers - 2].stated_length, StatedLength::too_large);
  EXPECT_EQ(records[kMembers].role, RecordRole::page);
}

}  // namespace
}  // namespace facsim
