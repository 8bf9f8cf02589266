// SPDX-License-Identifier: Apache-2.0
// Detects the separator of a table; text in quotes does not count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "facsim/input/csv_internal.h"

namespace facsim {
namespace {

using testing::ElementsAre;

CsvHeader header_of(std::string_view table, bool is_tsv = false) {
  const auto first = read_first_row(table_begin(table), true, is_tsv);
  EXPECT_TRUE(first) << table;
  return first ? first->header : CsvHeader{};
}

TEST(CsvSeparator, IsNotWhatStandsInQuotes) {
  EXPECT_THAT(header_of("id;\"text, full\";text\n").columns,
              ElementsAre("id", "text, full", "text"));
  EXPECT_THAT(header_of("\"id\";\"text, full\";text\n").columns,
              ElementsAre("id", "text, full", "text"));
  EXPECT_THAT(header_of("id\t\"a, b; c\"\ttext\r\n").columns, ElementsAre("id", "a, b; c", "text"));
  EXPECT_THAT(header_of("id|\"a, b; c\t\"|text").columns, ElementsAre("id", "a, b; c", "text"));
  EXPECT_THAT(header_of("id,\"a; b\",text\n").columns, ElementsAre("id", "a; b", "text"));
  EXPECT_THAT(header_of("id;\"say \"\"a, b\"\" twice\";text\n").columns,
              ElementsAre("id", "say \"a, b\" twice", "text"));
  EXPECT_THAT(header_of("\xEF\xBB\xBFid;\"a, b\";text\r\n").columns,
              ElementsAre("id", "a, b", "text"));
  EXPECT_THAT(header_of("id;\"a,\nb\";text\n").columns, ElementsAre("id", "a,\nb", "text"));
  EXPECT_THAT(header_of("id; \"a, b\" ; text\n").columns, ElementsAre("id", "a, b", "text"));
  EXPECT_EQ(header_of("id;\"a, b\"\n").separator, ';') << "at the end of the row";
  EXPECT_EQ(header_of("id;\"a, b\"").separator, ';') << "at the end of the file";
}

TEST(CsvSeparator, AQuoteThatClosesNoCellIsText) {
  EXPECT_THAT(header_of("id,12;\"inch\" screen,text\n").columns,
              ElementsAre("id", "12;\"inch\" screen", "text"));
  EXPECT_THAT(header_of("id,5\" disk,text\n").columns, ElementsAre("id", "5\" disk", "text"));
  EXPECT_EQ(header_of("id;\"open, text\n").separator, ',') << "as if there were no quote";
}

TEST(CsvSeparator, OfSeveralTheFirstInTheirOrder) {
  EXPECT_EQ(header_of("id;a,b\n").separator, ',');
  EXPECT_EQ(header_of("id|a;b\n").separator, ';');
  EXPECT_EQ(header_of("id|a\tb\n").separator, '\t');
  EXPECT_EQ(header_of("id|text\n").separator, '|');
  EXPECT_EQ(header_of("sep=|\nid,a|text\n").separator, '|');
  EXPECT_EQ(header_of("id\t\"a|b\"\n", true).separator, '\t');
}

TEST(CsvSeparator, ATableOfOneColumnHasNone) {
  EXPECT_THAT(header_of("text\nsome, words; here\n").columns, ElementsAre("text"));
  EXPECT_THAT(header_of("\"text, full\"\n").columns, ElementsAre("text, full"));
  EXPECT_THAT(header_of("\"text; full\"\r\nx\r\n").columns, ElementsAre("text; full"));
  EXPECT_THAT(header_of("\"a \"\"b\"\"|c\"\n").columns, ElementsAre("a \"b\"|c"));
}

TEST(CsvSeparator, HostileQuotesCostNoSquare) {
  // Each third quote seems to open a cell that never ends: following each again would take minutes.
  std::string row = "id";
  for (int i = 0; i < 300'000; ++i) row += i % 2 == 0 ? ";\"\"\"x" : ";\"\"x";
  EXPECT_FALSE(read_first_row(row + "\n", true, false).has_value());
}

}  // namespace
}  // namespace facsim
