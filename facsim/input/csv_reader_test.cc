// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "facsim/input/csv_internal.h"
#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/page_decoder.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/records_for_test.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::Field;

struct Table {
  std::size_t row_bytes_max = 1000;
  bool is_tsv = false;
  MemorySourceOptions source = {};
};

std::vector<RawRecord> rows_of(const std::string& bytes, Table table = {}) {
  const auto reader = csv_records(std::make_unique<MemorySource>(bytes, std::move(table.source)),
                                  table.row_bytes_max, table.is_tsv);
  return for_test::all_records(*reader, bytes.size());
}

// One word for each record: the text of a page, the name of a skip, "-" if it is always copied.
std::vector<std::string> words_of(const std::string& bytes, Table table = {}) {
  InputFile file;
  file.kind = table.is_tsv ? FileKind::tsv : FileKind::csv;
  PageDecoder decoder({});
  std::vector<std::string> words;
  for (const RawRecord& record : rows_of(bytes, std::move(table))) {
    if (record.role == RecordRole::other) {
      words.emplace_back("-");
    } else if (record.skip != Skip::none) {
      words.emplace_back(name_of(record.skip));
    } else {
      const Decoded decoded = decoder.decode(file, record);
      words.push_back(decoded.skip == Skip::none ? decoded.page.bytes
                                                 : std::string(name_of(decoded.skip)));
    }
  }
  return words;
}

TEST(CsvReader, AnEmptyFileHasNoRecord) { EXPECT_TRUE(rows_of("").empty()); }

TEST(CsvReader, TheFirstRowNamesTheColumns) {
  EXPECT_THAT(words_of("id,text\n1,one\n2,two"), ElementsAre("-", "one", "two"));
  EXPECT_THAT(words_of("text,id\r\none,1\r\n"), ElementsAre("-", "one"));
  EXPECT_THAT(words_of("\xEF\xBB\xBF\"text\", id \none,1\n"), ElementsAre("-", "one"));
  EXPECT_THAT(words_of("\n \r\n\nid,text\n1,one\n"), ElementsAre("-", "one"));
  EXPECT_THAT(words_of("id,\"te\"\"xt\",text\n1,2,one\n"), ElementsAre("-", "one"));
  EXPECT_THAT(words_of("text,text\none,two\n"), ElementsAre("-", "two")) << "the last counts";
}

TEST(CsvReader, WithoutAHeaderRowNoColumnIsFound) {
  EXPECT_THAT(words_of("1,one\n2,two\n"), ElementsAre("-", "no_text_field"));
}

TEST(CsvReader, AHeaderThatNeverEndsCostsItsLineAndNamesNothing) {
  EXPECT_THAT(words_of("\"id,text\n1,one\n2,two\n"),
              ElementsAre("bad_row", "no_text_field", "no_text_field"));
}

TEST(CsvReader, SeparatorsOfSpreadsheets) {
  EXPECT_THAT(words_of("id;text\n1;a, b\n"), ElementsAre("-", "a, b"));
  EXPECT_THAT(words_of("id\ttext\n1\ta, b\n"), ElementsAre("-", "a, b"));
  EXPECT_THAT(words_of("id;x,text\n1;2,a\n"), ElementsAre("-", "a")) << "a comma wins";
  EXPECT_THAT(words_of("id,text\n1,2\n", {.is_tsv = true}), ElementsAre("-", "no_text_field"));
  EXPECT_THAT(words_of("id\ttext\n1\t\"a\tb\"\n", {.is_tsv = true}), ElementsAre("-", "a\tb"));
}

TEST(CsvReader, QuotesGuardBreaksSeparatorsAndQuotes) {
  EXPECT_THAT(words_of("id,text\n1,\"a\r\nb, \"\"c\"\"\"\r\n2,\"\"\n3,\"\"\"\"\n"),
              ElementsAre("-", "a\r\nb, \"c\"", "no_text", "\""));
  EXPECT_THAT(words_of("id,text\n1,5\" pipe \"\"\n"), ElementsAre("-", "5\" pipe \"\""))
      << "text, where the cell does not begin with one";
}

TEST(CsvReader, EmptyRowsAreCopiedAndRowsOfOtherColumnsSkipped) {
  EXPECT_THAT(words_of("id,text\n\n1,one\n \r\n2\n3,three,more\n,\n4,four"),
              ElementsAre("-", "-", "one", "-", "bad_row", "bad_row", "no_text", "four"));
}

TEST(CsvReader, NulBytesAreNoRow) {
  EXPECT_THAT(words_of(std::string("id,text\n1,a\0b\n2,two\n", 20)),
              ElementsAre("-", "bad_row", "two"));
}

TEST(CsvReader, AForgottenQuoteCostsItsLine) {
  EXPECT_THAT(words_of("id,text\n1,\"one\n2,two\n3,three\n"),
              ElementsAre("-", "bad_row", "two", "three"));
  EXPECT_THAT(words_of("id,text\n1,\"one\n2,\"two\"\n3,three\n"),
              ElementsAre("-", "bad_row", "two", "three"));
  EXPECT_THAT(words_of("id,text\n1,\"o\"ne\n2,\"two\"\n"), ElementsAre("-", "bad_row", "two"));
}

TEST(CsvReader, ACellThatTheEndCutsIsOneBadRow) {
  EXPECT_THAT(words_of("id,text\n1,one\n2,\"first line\nsecond line\nthird li"),
              ElementsAre("-", "one", "bad_row"));
  EXPECT_THAT(words_of("text\none\n\"first line\nsecond li"), ElementsAre("-", "one", "bad_row"));
}

TEST(CsvReader, WhereTheSourceIsDamagedTheLastRowIsCut) {
  const Damage damage{.what = "cut", .packed_offset = 3};
  for (const char* const last : {"2,tw", "2,\"two\nlin", "2,\"two\""}) {
    const auto records =
        rows_of(std::string("id,text\n1,one\n") + last, {.source = {.damage = damage}});
    ASSERT_EQ(records.size(), 3U) << last;
    EXPECT_EQ(records[1].skip, Skip::none);
    EXPECT_EQ(records[2].role, RecordRole::damaged) << last;
    EXPECT_EQ(records[2].skip, Skip::clipped_record) << last;
  }
}

TEST(CsvReader, ARowAtTheLimitIsReadAndOneBeyondIsPassedBy) {
  const std::string text(96, 'x');
  const auto rows = [&](const std::string& row) {
    return words_of("id,text\n" + row + "\n2,two\n", {.row_bytes_max = 98});
  };
  EXPECT_THAT(rows("1," + text), ElementsAre("-", text, "two"));
  EXPECT_THAT(rows("1," + text + "\r"), ElementsAre("-", text, "two"));
  EXPECT_THAT(rows("1," + text + "x"), ElementsAre("-", "too_large", "two"));
  EXPECT_THAT(rows("1," + text + "x\r"), ElementsAre("-", "too_large", "two"));
  EXPECT_THAT(rows("1,\"" + text + "\nof many words, and\n\"\"more\"\"\"" + "\r"),
              ElementsAre("-", "too_large", "two"))
      << "to its closing quote";
}

TEST(CsvReader, AForgottenQuoteBeforeManyRowsTakesNoneOfThemAlong) {
  std::string table = "id,text\n1,\"one\n";
  std::vector<std::string> expected = {"-", "bad_row"};
  for (int i = 0; i < 500; ++i) {
    table += std::to_string(i) + ",words " + std::to_string(i) + "\n";
    expected.push_back("words " + std::to_string(i));
  }
  EXPECT_EQ(words_of(table), expected);
  EXPECT_EQ(words_of(table, {.row_bytes_max = 200}), expected);
}

// Each line opens a quote that the next one closes and opens again: a scan from every line to the
// limit would take quadratic time.
TEST(CsvReader, HostileQuotesTakeNoSquareOfTime) {
  std::string table = "a,b,text\n";
  for (int i = 0; i < 400'000; ++i) table += "b\",\"\"\"\n";
  const auto records = rows_of(table, {.row_bytes_max = std::size_t{1} << 20});
  EXPECT_GT(records.size(), 1U);
}

TEST(CsvReader, RowsKnowWhatTheirFieldsSay) {
  InputFile file;
  file.kind = FileKind::csv;
  ReadOptions options;
  options.time_field = "at";
  options.keep_fields = {"rank"};
  options.extra_fields = {"title"};
  const auto records = rows_of(
      "id,url,html,text,at,rank,title\n7,http://example.org/,\"<p class=\"\"a\"\">\",t,"
      "2024-01-02,1.5,T\n8,,,caf\xE9,1700000000,x,\n");
  PageDecoder decoder(options);
  const Page first = decoder.decode(file, records[1]).page;
  EXPECT_EQ(first.id, "7");
  EXPECT_EQ(first.url, "http://example.org/");
  EXPECT_EQ(first.format, PageFormat::html);
  EXPECT_EQ(first.bytes, "<p class=\"a\">");
  EXPECT_EQ(first.unix_time, 1'704'153'600);
  EXPECT_EQ(first.keep_values[0], 1.5);
  EXPECT_THAT(first.fields, ElementsAre(Field(&PageField::text, "T")));
  EXPECT_TRUE(first.is_unicode);
  const Page second = decoder.decode(file, records[2]).page;
  EXPECT_EQ(second.format, PageFormat::text);
  EXPECT_FALSE(second.is_unicode) << "Latin 1: the encoding is to be found out";
  EXPECT_EQ(second.unix_time, 1'700'000'000);
  EXPECT_EQ(second.keep_values[0], std::nullopt);
}

RC_GTEST_PROP(CsvReader, StepsMakeNoDifference, ()) {
  const auto bytes =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string("aaa,,,\"\"\"\n\n\r; ")));
  const auto step = *rc::gen::inRange<std::size_t>(1, 20);
  const auto most = *rc::gen::inRange<std::size_t>(1, 40);
  const std::string table = "a,text\n" + bytes;
  RC_ASSERT(words_of(table, {.row_bytes_max = most}) ==
            words_of(table, {.row_bytes_max = most, .source = {.step_bytes = step}}));
}

// Cells written according to RFC 4180 are read back, whatever they contain.
RC_GTEST_PROP(CsvReader, WhatWasWrittenComesBack, ()) {
  const auto texts = *rc::gen::container<std::vector<std::string>>(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\n\r;\t "))));
  std::string table = "id,text\n";
  std::vector<std::string> expected = {"-"};
  for (const std::string& text : texts) {
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    table += "1," + cell + "\"\r\n";
    expected.push_back(text.empty() ? "no_text" : text);
  }
  RC_ASSERT(words_of(table, {.row_bytes_max = std::size_t{1} << 20}) == expected);
}

}  // namespace
}  // namespace facsim
