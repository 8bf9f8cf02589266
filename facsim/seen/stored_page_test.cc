// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/stored_page.h"

#include <gtest/gtest.h>

#include <random>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/refusal_for_test.h"

namespace facsim {
namespace {

using for_test::code_of;

void fill(Sketch& sketch, std::mt19937_64& draw) {
  for (std::uint8_t& bin : sketch.bins) bin = static_cast<std::uint8_t>(draw());
}

// Every part of a row is present or absent at random.
StoredPage drawn_page(std::mt19937_64& draw) {
  const auto maybe = [&draw] { return draw() % 2 == 0; };
  const auto key = [&]() -> std::uint64_t { return maybe() ? draw() : 0; };
  StoredPage page;
  PageFacts& facts = page.facts;
  facts.has_text = maybe();
  facts.digest = {draw(), draw()};
  facts.shingles = static_cast<std::uint32_t>(draw());
  facts.units = static_cast<std::uint32_t>(draw());
  facts.has_fingerprint = maybe();
  if (facts.has_fingerprint) {
    facts.fingerprint = draw();
    fill(facts.sketch, draw);
  }
  facts.has_layout = maybe();
  if (facts.has_layout) fill(facts.layout, draw);
  Witness& witness = facts.witness;
  witness.site = key();
  witness.url = key();
  witness.title = key();
  witness.marks = key();
  witness.has_text = maybe();
  if (witness.has_text) fill(witness.text, draw);
  witness.is_short = maybe();
  witness.is_stub = maybe();
  witness.judged_visible = maybe();
  for (std::uint64_t anchors = draw() % 3; anchors > 0; --anchors) page.anchors.push_back(draw());
  page.id = std::string(draw() % 40, 'i');
  page.url = maybe() ? "https://example.org/\xff\n" : "";
  page.first_seen_ms = static_cast<std::int64_t>(draw());
  if (maybe()) page.fetched_s = static_cast<std::int64_t>(draw());
  if (maybe()) {
    page.representative = 1 + draw() % 1000;
    page.rank = static_cast<std::uint32_t>(2 + draw() % 9);
  }
  return page;
}

void expect_equal(const StoredPage& a, const StoredPage& b) {
  EXPECT_EQ(a.facts.has_text, b.facts.has_text);
  EXPECT_EQ(a.facts.digest, b.facts.digest);
  EXPECT_EQ(a.facts.shingles, b.facts.shingles);
  EXPECT_EQ(a.facts.units, b.facts.units);
  EXPECT_EQ(a.facts.has_fingerprint, b.facts.has_fingerprint);
  EXPECT_EQ(a.facts.fingerprint, b.facts.fingerprint);
  EXPECT_EQ(a.facts.sketch, b.facts.sketch);
  EXPECT_EQ(a.facts.has_layout, b.facts.has_layout);
  EXPECT_EQ(a.facts.layout, b.facts.layout);
  EXPECT_EQ(a.facts.witness, b.facts.witness);
  EXPECT_EQ(a.facts.coverage, b.facts.coverage);
  EXPECT_EQ(a.facts.names, b.facts.names);
  EXPECT_EQ(a.facts.status, b.facts.status);
  EXPECT_EQ(a.anchors, b.anchors);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.url, b.url);
  EXPECT_EQ(a.first_seen_ms, b.first_seen_ms);
  EXPECT_EQ(a.fetched_s, b.fetched_s);
  EXPECT_EQ(a.representative, b.representative);
  EXPECT_EQ(a.rank, b.rank);
}

TEST(StoredPageTest, ComesBackWhateverParts) {
  std::mt19937_64 draw(7);
  for (int i = 0; i < 2000; ++i) {
    const StoredPage page = drawn_page(draw);
    const auto row = decode_row(encode_row(page), 1, "s");
    ASSERT_TRUE(std::holds_alternative<StoredPage>(row));
    expect_equal(page, std::get<StoredPage>(row));
  }
}

TEST(StoredPageTest, ErasuresComeBack) {
  for (const std::size_t count : {0U, 1U, 1000U}) {
    Erasure erasure;
    for (std::size_t i = 0; i < count; ++i) erasure.rows.push_back(mix64(i));
    const auto row = decode_row(encode_row(erasure), 1, "s");
    ASSERT_TRUE(std::holds_alternative<Erasure>(row));
    EXPECT_EQ(std::get<Erasure>(row).rows, erasure.rows);
  }
}

// Rows with the size of the body: a byte and eight more than older rows.
TEST(StoredPageTest, BytesComeBack) {
  std::mt19937_64 draw(8);
  std::string all;
  for (int i = 0; i < 200; ++i) {
    StoredPage page = drawn_page(draw);
    const std::size_t before = encode_row(page).size();
    page.bytes = draw() % 5 == 0 ? 0 : draw();
    const std::string row = encode_row(page);
    EXPECT_EQ(row.size(), before + 9);
    for (std::size_t size = 0; size < row.size(); ++size) {
      EXPECT_EQ(code_of([&] { (void)decode_row(row.substr(0, size), 9, "s"); }),
                ErrorCode::damaged);
    }
    const auto read = std::get<StoredPage>(decode_row(row, 1, "s"));
    expect_equal(page, read);
    EXPECT_EQ(read.bytes, page.bytes);
    all += row;
  }
  EXPECT_EQ(hash64(all), 12455392848852990135U);
}

// Rows with what was left out: a byte, and 11 or 75 more than older rows.
TEST(StoredPageTest, CoverageComesBack) {
  std::mt19937_64 draw(10);
  for (int i = 0; i < 200; ++i) {
    StoredPage page = drawn_page(draw);
    const std::size_t before = encode_row(page).size();
    Coverage& coverage = page.facts.coverage;
    coverage.visible = draw() % 3 == 0 ? 0 : draw();
    coverage.left_out = static_cast<std::uint16_t>(draw());
    coverage.mostly = static_cast<LeftOut>(1 + draw() % (kLeftOutCount - 1));
    coverage.is_garbled = draw() % 2 == 0;
    coverage.has_text = draw() % 2 == 0;
    if (coverage.has_text) fill(coverage.text, draw);
    const std::string row = encode_row(page);
    EXPECT_EQ(row.size(), before + (coverage.has_text ? 76 : 12));
    expect_equal(page, std::get<StoredPage>(decode_row(row, 1, "s")));
    for (std::size_t size = 0; size < row.size(); ++size) {
      EXPECT_EQ(code_of([&] { (void)decode_row(row.substr(0, size), 9, "s"); }),
                ErrorCode::damaged);
    }
  }
}

// Rows with the page's names: a byte, and 133 more plus the words than older rows.
TEST(StoredPageTest, NamesComeBack) {
  std::mt19937_64 draw(11);
  for (const std::string_view words : {"", "tdatefield ", "关系 random laplace "}) {
    StoredPage page = drawn_page(draw);
    const std::size_t before = encode_row(page).size();
    Names& names = page.facts.names;
    names.is_asked = true;
    names.of_visible = draw() % 2 == 0;
    ASSERT_TRUE(set_text(names, words));
    for (std::uint64_t& bits : names.filter) bits = draw();
    const std::string row = encode_row(page);
    EXPECT_EQ(row.size(), before + 1 + 1 + 4 + words.size() + 128);
    expect_equal(page, std::get<StoredPage>(decode_row(row, 1, "s")));
    for (std::size_t size = 0; size < row.size(); ++size) {
      EXPECT_EQ(code_of([&] { (void)decode_row(row.substr(0, size), 9, "s"); }),
                ErrorCode::damaged);
    }
  }
}

TEST(StoredPageTest, CoverageThatCannotBeIsDamage) {
  StoredPage page;
  page.facts.coverage.left_out = 9;
  const std::string row = encode_row(page);
  constexpr std::size_t kMore = 3;           // after the kind and the parts
  constexpr std::size_t kWhy = 4 + 24 + 10;  // after digest, counts, hash and share
  ASSERT_EQ(row[kMore], 2);
  std::string other = row;
  other[kWhy] = 5;  // not a valid reason
  EXPECT_EQ(code_of([&] { (void)decode_row(other, 9, "s"); }), ErrorCode::damaged);
  other = row;
  other[kMore] = 4;  // a sketch without coverage
  EXPECT_EQ(code_of([&] { (void)decode_row(other, 9, "s"); }), ErrorCode::damaged);
}

TEST(StoredPageTest, TheStatusTakesTwoBytesWhereThereIsOne) {
  std::mt19937_64 draw(10);
  StoredPage page = drawn_page(draw);
  const std::size_t without = encode_row(page).size();
  for (const std::uint16_t status : {std::uint16_t{200}, std::uint16_t{999}}) {
    page.facts.status = status;
    const std::string row = encode_row(page);
    EXPECT_EQ(row.size(), without + 2 + (page.bytes ? 0 : 1));
    const auto back = decode_row(row, 9, "s");
    ASSERT_TRUE(std::holds_alternative<StoredPage>(back));
    expect_equal(std::get<StoredPage>(back), page);
  }
}

TEST(StoredPageTest, NewerPartsAreRefused) {
  std::mt19937_64 draw(9);
  StoredPage page = drawn_page(draw);
  page.bytes = 7;
  std::string row = encode_row(page);
  constexpr std::size_t kMore = 3;  // after the kind and the parts
  ASSERT_EQ(row[kMore], 1);
  row[kMore] = 33;
  EXPECT_EQ(code_of([&] { (void)decode_row(row, 9, "s"); }), ErrorCode::unsupported);
  row[kMore] = 0;
  EXPECT_EQ(code_of([&] { (void)decode_row(row, 9, "s"); }), ErrorCode::damaged);
}

// Bytes of version 1 must stay readable for ever.
TEST(StoredPageTest, TheFormatIsPinned) {
  std::mt19937_64 draw(1);
  std::string all;
  for (int i = 0; i < 100; ++i) all += encode_row(drawn_page(draw));
  all += encode_row(Erasure{{1, 2, 3}});
  EXPECT_EQ(hash64(all), 9134367881949724633U);
}

TEST(StoredPageTest, WhatIsCutOrLongerIsDamage) {
  std::mt19937_64 draw(3);
  for (int i = 0; i < 50; ++i) {
    const std::string row = encode_row(drawn_page(draw));
    for (std::size_t size = 0; size < row.size(); ++size) {
      EXPECT_EQ(code_of([&] { (void)decode_row(row.substr(0, size), 9, "s"); }),
                ErrorCode::damaged);
    }
    EXPECT_EQ(code_of([&] { (void)decode_row(row + "x", 9, "s"); }), ErrorCode::damaged);
  }
  const std::string erasure = encode_row(Erasure{{1, 2}});
  for (std::size_t size = 0; size < erasure.size(); ++size) {
    EXPECT_EQ(code_of([&] { (void)decode_row(erasure.substr(0, size), 9, "s"); }),
              ErrorCode::damaged);
  }
}

TEST(StoredPageTest, ANewerKindOfRowIsRefused) {
  EXPECT_EQ(code_of([] { (void)decode_row("\x03...", 9, "s"); }), ErrorCode::unsupported);
}

// A wrong byte never makes it read outside the row, or take more memory than the row has.
TEST(StoredPageTest, AnyByteMayBeWrong) {
  std::mt19937_64 draw(5);
  for (int i = 0; i < 20'000; ++i) {
    std::string row = encode_row(drawn_page(draw));
    for (std::uint64_t flips = 1 + draw() % 3; flips > 0; --flips) {
      row[draw() % row.size()] = static_cast<char>(draw());
    }
    try {
      (void)decode_row(row, 9, "s");
    } catch (const Error& error) {
      EXPECT_TRUE(error.code() == ErrorCode::damaged || error.code() == ErrorCode::unsupported);
    }
  }
}

}  // namespace
}  // namespace facsim
