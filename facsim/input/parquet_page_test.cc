// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/parquet_page_internal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "facsim/input/parquet_cells_internal.h"

namespace facsim {
namespace {

using parquet::Cell;

Cell text(std::string_view words) { return {.kind = Cell::Kind::text, .text = words}; }
Cell whole(std::int64_t number) { return {.kind = Cell::Kind::whole, .text = {}, .whole = number}; }
Cell time(std::int64_t seconds) { return {.kind = Cell::Kind::time, .text = {}, .whole = seconds}; }
Cell large(std::uint64_t number) {
  return {.kind = Cell::Kind::large, .text = {}, .whole = 0, .large = number};
}
Cell real(double number) {
  return {.kind = Cell::Kind::real, .text = {}, .whole = 0, .large = 0, .real = number};
}
Cell null() { return {.kind = Cell::Kind::null, .text = {}}; }

// A row with only these cells.
Decoded decode(const std::vector<std::pair<std::size_t, Cell>>& given, ReadOptions options = {}) {
  std::vector<Cell> cells(wanted_columns(options).size());
  for (const auto& [place, cell] : given) cells.at(place) = cell;
  std::string bytes;
  append_cells(cells, bytes);
  return ParquetPageReader(std::move(options)).read(bytes);
}

TEST(ParquetCells, ComeBackAsTheyWere) {
  const std::vector<Cell> cells = {text("words"), text(""),
                                   Cell{},        null(),
                                   whole(-3),     large(std::numeric_limits<std::uint64_t>::max()),
                                   real(-0.5),    time(-1)};
  std::string bytes = "";
  append_cells(cells, bytes);
  std::vector<Cell> back(cells.size(), text("old"));
  read_cells(bytes, back);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(back[i].kind, cells[i].kind) << i;
    EXPECT_EQ(back[i].text, cells[i].text) << i;
    EXPECT_EQ(back[i].whole, cells[i].whole) << i;
    EXPECT_EQ(back[i].large, cells[i].large) << i;
    EXPECT_EQ(back[i].real, cells[i].real) << i;
  }
  EXPECT_EQ(text_bytes_of(cells), 5U);
}

RC_GTEST_PROP(ParquetCells, AnyTextsComeBack, (const std::vector<std::string>& texts)) {
  std::vector<Cell> cells;
  for (const std::string& each : texts) cells.push_back(text(each));
  std::string bytes;
  append_cells(cells, bytes);
  std::vector<Cell> back(cells.size());
  read_cells(bytes, back);
  for (std::size_t i = 0; i < texts.size(); ++i) RC_ASSERT(back[i].text == texts[i]);
}

TEST(ParquetPage, HtmlWinsWhereItIsNotEmpty) {
  const Decoded both = decode({{kTextCell, text("words")}, {kHtmlCell, text("<p>words")}});
  EXPECT_EQ(both.skip, Skip::none);
  EXPECT_EQ(both.page.format, PageFormat::html);
  EXPECT_EQ(both.page.bytes, "<p>words");
  for (const Cell& html : {text(""), null(), Cell{}}) {
    const Decoded plain = decode({{kTextCell, text("words")}, {kHtmlCell, html}});
    EXPECT_EQ(plain.page.format, PageFormat::text);
    EXPECT_EQ(plain.page.bytes, "words");
  }
}

TEST(ParquetPage, NullAndEmptyAreNoText) {
  for (const Cell& cell : {text(""), null(), Cell{}, whole(3)}) {
    EXPECT_EQ(decode({{kTextCell, cell}, {kIdCell, text("a")}}).skip, Skip::no_text);
  }
}

TEST(ParquetPage, IdsAreStringsOrNumbers) {
  const auto id = [](const Cell& cell) { return decode({{kIdCell, cell}}).page.id; };
  EXPECT_EQ(id(text("a")), "a");
  EXPECT_EQ(id(whole(-7)), "-7");
  EXPECT_EQ(id(large(18'446'744'073'709'551'615U)), "18446744073709551615");
  EXPECT_EQ(id(real(1.5)), "1.5");
  EXPECT_EQ(id(null()), "");
  EXPECT_EQ(id(time(5)), "");
}

TEST(ParquetPage, IdsOfOtherTypesHaveTheTextOfTheReader) {
  const auto id = [](Cell::Kind kind, std::string_view said) {
    Cell cell = text(said);
    cell.kind = kind;
    return decode({{kIdCell, cell}}).page.id;
  };
  EXPECT_EQ(id(Cell::Kind::time, "2026-11-28T07:05:00Z"), "2026-11-28T07:05:00Z");
  EXPECT_EQ(id(Cell::Kind::decimal, "1.50"), "1.50");
  EXPECT_EQ(id(Cell::Kind::label, "07:05:00"), "07:05:00");
  Cell single = real(0.1F);
  single.kind = Cell::Kind::single;
  EXPECT_EQ(decode({{kIdCell, single}}).page.id, "0.1");
  Cell flag = whole(1);
  flag.kind = Cell::Kind::flag;
  EXPECT_EQ(decode({{kIdCell, flag}}).page.id, "true");
  // Neither of them is a text.
  EXPECT_EQ(decode({{kTextCell, flag}}).skip, Skip::no_text);
  Cell label = text("words");
  label.kind = Cell::Kind::label;
  EXPECT_EQ(decode({{kTextCell, label}, {kHtmlCell, label}}).skip, Skip::no_text);
}

TEST(ParquetPage, KeepsByDecimalsAndFlags) {
  Cell decimal = text("2.75");
  decimal.kind = Cell::Kind::decimal;
  EXPECT_EQ(decode({{kFixedCells, decimal}}, {.keep_fields = {"k"}}).page.keep_values[0], 2.75);
  Cell flag = whole(1);
  flag.kind = Cell::Kind::flag;
  EXPECT_EQ(decode({{kFixedCells, flag}}, {.keep_fields = {"k"}}).page.keep_values[0], 1.0);
}

TEST(ParquetPage, TimesAreTimestampsNumbersOrStrings) {
  const auto seconds = [](const Cell& cell) {
    return decode({{kTimeCell, cell}}, {.time_field = "at"}).page.unix_time;
  };
  EXPECT_EQ(seconds(time(-1)), -1);
  EXPECT_EQ(seconds(whole(1'500'000'000)), 1'500'000'000);
  EXPECT_EQ(seconds(real(1'500'000'000'000.0)), 1'500'000'000);
  EXPECT_EQ(seconds(text("1970-01-02")), 86'400);
  EXPECT_EQ(seconds(text("soon")), std::nullopt);
  EXPECT_EQ(seconds(null()), std::nullopt);
}

TEST(ParquetPage, KeepsByNumbersAndDates) {
  const auto value = [](const Cell& cell) {
    return decode({{kFixedCells, cell}}, {.keep_fields = {"k"}}).page.keep_values[0];
  };
  EXPECT_EQ(value(whole(3)), 3.0);
  EXPECT_EQ(value(real(0.5)), 0.5);
  EXPECT_EQ(value(time(9)), 9.0);
  EXPECT_EQ(value(text("1970-01-02")), 86'400.0);
  EXPECT_EQ(value(text("x")), std::nullopt);
}

TEST(ParquetPage, ExtraFieldsAreThoseWithStrings) {
  const ReadOptions options{.extra_fields = {"title", "n", "none"}};
  const Decoded decoded =
      decode({{kFixedCells, text("T\xff")}, {kFixedCells + 1, whole(3)}}, options);
  EXPECT_EQ(decoded.skip, Skip::none);
  ASSERT_EQ(decoded.page.fields.size(), 1U);
  EXPECT_EQ(decoded.page.fields[0].name, "title");
  EXPECT_EQ(decoded.page.fields[0].text, "T\xEF\xBF\xBD");
}

TEST(ParquetPage, BytesThatAreNoUtf8AreLookedAt) {
  EXPECT_TRUE(decode({{kTextCell, text("caf\xc3\xa9")}}).page.is_unicode);
  EXPECT_FALSE(decode({{kTextCell, text("caf\xe9")}}).page.is_unicode);
}

}  // namespace
}  // namespace facsim
