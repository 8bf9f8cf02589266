// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "facsim/input/framing_internal.h"
#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/records_for_test.h"

namespace facsim {
namespace {

using testing::ElementsAre;

const std::string kVersionBlock =
    "1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n";

std::string file_head() {
  return "filedesc://example.arc 0.0.0.0 20080619093439 text/plain " +
         std::to_string(kVersionBlock.size()) + "\n" + kVersionBlock + "\n";
}

std::string arc(const std::string& block, const std::string& url = "http://example.org/",
                const std::string& type = "text/html") {
  return url + " 192.0.2.1 20091121004501 " + type + " " + std::to_string(block.size()) + "\n" +
         block + "\n";
}

const std::string kPage = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hello</p>";

std::vector<RawRecord> records_of_arc(const std::string& file) {
  std::vector<RawRecord> first;
  for (const std::size_t step : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 20}) {
    ArchiveFacts facts;
    facts.stream_bytes = file.size();
    MemorySourceOptions options;
    options.step_bytes = step;
    const auto reader =
        arc_records(std::make_unique<MemorySource>(file, options), 1'000'000, facts);
    std::vector<RawRecord> records = for_test::all_records(*reader, file.size());
    EXPECT_TRUE(first.empty() || records.size() == first.size()) << step;
    first = std::move(records);
  }
  return first;
}

std::vector<std::string> arc_texts(const std::string& file) {
  InputFile input;
  input.kind = FileKind::arc;
  PageDecoder decoder({});
  std::vector<std::string> words;
  for (const RawRecord& record : records_of_arc(file)) {
    if (record.role == RecordRole::other) {
      words.push_back("other");
    } else if (record.skip != Skip::none) {
      words.push_back(std::string(name_of(record.skip)));
    } else {
      const Decoded decoded = decoder.decode(input, record);
      words.push_back(decoded.skip == Skip::none ? decoded.page.bytes
                                                 : std::string(name_of(decoded.skip)));
    }
  }
  return words;
}

TEST(ArcLine, TakenApart) {
  struct Case {
    std::string line, url, date, media_type;
    std::uint64_t bytes;
  };
  const std::vector<Case> cases = {
      {"http://example.org/ 192.0.2.1 20091121004501 text/html 17", "http://example.org/",
       "20091121004501", "text/html", 17},
      {"http://example.org/a b 192.0.2.1 20091121004501 text/html; charset=utf-8 17",
       "http://example.org/a b", "20091121004501", "text/html;", 17},
      {"http://example.org/ 192.0.2.1 20091121004501 text/html 200 - - 12345678 f.arc 17",
       "http://example.org/", "20091121004501", "text/html", 17},
      {"http://example.org/ 2001:db8::1 20091121004501 no-type 17", "http://example.org/",
       "20091121004501", "no-type", 17},
      {"dns:example.org 192.0.2.1 20091121004501 text/dns 0", "dns:example.org", "20091121004501",
       "text/dns", 0},
      {"http://example.org/ - 20091121004501  17", "http://example.org/", "20091121004501", "", 17},
  };
  for (const Case& each : cases) {
    const auto line = parse_arc_line(each.line);
    ASSERT_TRUE(line.has_value()) << each.line;
    EXPECT_EQ(line->url, each.url);
    EXPECT_EQ(line->date, each.date);
    EXPECT_EQ(line->media_type, each.media_type);
    EXPECT_EQ(line->block_bytes, each.bytes);
  }
  for (const std::string line :
       {"", " ", "17", "http://example.org/ 17", "no url 192.0.2.1 20091121004501 text/html 17",
        "http://example.org/ 192.0.2.1 20091121004501 text/html x",
        "http://example.org/ 192.0.2.1 2009 text/html 17",
        "http://example.org/ host 20091121004501 text/html 17",
        "http://example.org/ 192.0.2.1 20091121004501 text/html 99999999999999999999",
        " http://example.org/ 192.0.2.1 20091121004501 text/html 17"}) {
    EXPECT_FALSE(parse_arc_line(line).has_value()) << line;
  }
}

TEST(ArcReader, ReadsRecords) {
  EXPECT_THAT(arc_texts(file_head() + arc(kPage) + arc(kPage)),
              ElementsAre("other", "<p>hello</p>", "<p>hello</p>"));
  const auto records = records_of_arc(file_head() + arc(kPage));
  EXPECT_EQ(records[1].bytes.substr(records[1].header_bytes), kPage);
  EXPECT_EQ(records[1].offset, file_head().size());
}

TEST(ArcReader, PagesKnowUrlAndDate) {
  InputFile input;
  input.kind = FileKind::arc;
  const Page page = PageDecoder({}).decode(input, records_of_arc(arc(kPage))[0]).page;
  EXPECT_EQ(page.url, "http://example.org/");
  EXPECT_EQ(page.id, "");
  EXPECT_EQ(page.unix_time, 1258764301);
  EXPECT_EQ(page.format, PageFormat::html);
}

TEST(ArcReader, BlocksWithoutHttpGoByTheLinesType) {
  EXPECT_THAT(arc_texts(arc("plain words", "ftp://example.org/x", "text/plain") +
                        arc("8.8.8.8", "dns:example.org", "text/dns") +
                        arc("<p>bare</p>", "http://example.org/", "no-type") +
                        arc("\x89PNG", "http://example.org/", "image/png") + arc("")),
              ElementsAre("plain words", "crawler_record", "<p>bare</p>", "not_a_page", "no_text"));
}

TEST(ArcReader, SeparatorsMayBeMissingOrMany) {
  const std::string record = arc(kPage);
  const std::string bare = record.substr(0, record.size() - 1);
  EXPECT_THAT(arc_texts(bare + bare), ElementsAre("<p>hello</p>", "<p>hello</p>"));
  EXPECT_THAT(arc_texts("\n" + record + "\r\n\n" + record),
              ElementsAre("other", "<p>hello</p>", "<p>hello</p>"));
}

TEST(ArcReader, DamageCostsOneRecord) {
  const std::string good = arc(kPage);
  std::string longer = good;
  longer.replace(longer.find(" 56"), 3, " 90");
  EXPECT_THAT(arc_texts(good + longer + good),
              ElementsAre("<p>hello</p>", "damaged_record", "<p>hello</p>"));
  std::string shorter = good;
  shorter.replace(shorter.find(" 56"), 3, " 47");
  EXPECT_THAT(arc_texts(good + shorter + good), ElementsAre("<p>hello</p>", "<p>", "<p>hello</p>"));
  // A length that reaches into the next record's line, whose rest looks like such a line.
  for (const std::string length : {" 58", " 59", " 60", " 61"}) {
    longer = good;
    longer.replace(longer.find(" 56"), 3, length);
    EXPECT_THAT(arc_texts(longer + good), ElementsAre("damaged_record", "<p>hello</p>")) << length;
  }
  const auto records = records_of_arc(good + shorter + good);
  EXPECT_EQ(records[1].stated_length, StatedLength::too_small);
  EXPECT_EQ(records[1].extent.end, 2 * good.size());
  EXPECT_THAT(arc_texts(good + "junk: no record 17\n" + good),
              ElementsAre("<p>hello</p>", "damaged_record", "<p>hello</p>"));
  EXPECT_THAT(arc_texts("junk\n" + good), ElementsAre("damaged_record", "<p>hello</p>"));
  EXPECT_THAT(arc_texts(good + good.substr(0, good.size() - 8)),
              ElementsAre("<p>hello</p>", "clipped_record"));
  EXPECT_THAT(arc_texts(good + "http://exam"), ElementsAre("<p>hello</p>", "clipped_record"));
}

TEST(ArcReader, AMemberTellsWhereALineBegins) {
  // Cut in a line that, joined with the next member's, reads like the line of a record.
  const std::string good = arc(kPage);
  const std::string cut = good.substr(0, good.size() - 9);
  const std::string bare = good.substr(0, good.size() - 1);
  for (const std::string& bad :
       {good.substr(0, good.size() - 30) + "\nDate: We", cut, bare.substr(0, bare.size() - 2)}) {
    MemorySourceOptions options;
    options.members = {{0, 0}, {good.size(), 100}, {good.size() + bad.size(), 200}};
    ArchiveFacts facts;
    facts.gzip = facts.has_members = true;
    const auto reader =
        arc_records(std::make_unique<MemorySource>(good + bad + good, options), 1'000'000, facts);
    RawRecord record;
    ASSERT_TRUE(reader->next(record));
    ASSERT_TRUE(reader->next(record));
    EXPECT_EQ(record.extent.end, good.size() + bad.size());
    EXPECT_EQ(record.stated_length, StatedLength::too_large);
    ASSERT_TRUE(reader->next(record));
    EXPECT_EQ(record.offset, 200U);
    EXPECT_EQ(record.bytes, bare);
    EXPECT_FALSE(reader->next(record));
  }
}

TEST(ArcReader, MembersAreFoundThatALookAheadWentPast) {
  // The first states a length that ends in the line of the third; the second has no line break.
  const std::string good = arc(kPage);
  const std::string bare = good.substr(0, good.size() - 1);
  std::string longer = good;
  longer.replace(longer.find(" 56"), 3, " " + std::to_string(56 + 1 + bare.size() + 2));
  MemorySourceOptions options;
  const std::size_t second = longer.size();
  options.members = {{0, 0}, {second, 100}, {second + bare.size(), 200}};
  ArchiveFacts facts;
  facts.gzip = facts.has_members = true;
  const auto reader =
      arc_records(std::make_unique<MemorySource>(longer + bare + good, options), 1'000'000, facts);
  RawRecord record;
  ASSERT_TRUE(reader->next(record));
  EXPECT_EQ(record.skip, Skip::none);
  EXPECT_EQ(record.stated_length, StatedLength::too_large);
  EXPECT_EQ(record.extent.end, second);
  ASSERT_TRUE(reader->next(record));
  EXPECT_EQ(record.offset, 100U);
  EXPECT_EQ(record.bytes, bare);
  ASSERT_TRUE(reader->next(record));
  EXPECT_EQ(record.offset, 200U);
  EXPECT_FALSE(reader->next(record));
}

TEST(ArcReader, LargeRecordsArePassedBy) {
  const std::string large = arc(std::string(3'000'000, 'x'));
  EXPECT_THAT(arc_texts(large + arc(kPage)), ElementsAre("too_large", "<p>hello</p>"));
}

}  // namespace
}  // namespace facsim
