// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/features/jieba.h"
#include "facsim/features/jieba_for_test.h"

namespace facsim {
namespace {

JiebaSource small_source() {
  JiebaSource source;
  source.scores = {{U"春天", -5}, {U"天空", -4}, {U"春", -3}, {U"a+", -1}};
  source.idfs = {{U"春天", 2.5}, {U"月夜光", 3}};
  return source;
}

// Returns the code and the message of the Error that parsing throws.
std::pair<ErrorCode, std::string> refusal_of_tables(std::string_view table) {
  try {
    static_cast<void>(JiebaTables::parse(table));
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {ErrorCode::cancelled, "not refused"};
}

void expect_damaged(std::string table, std::size_t offset, const std::string& what) {
  seal_jieba_table(table);
  const auto [code, said] = refusal_of_tables(table);
  EXPECT_EQ(code, ErrorCode::damaged) << said;
  EXPECT_THAT(said, testing::StartsWith("jieba tables:" + std::to_string(offset) + ": " + what));
}

template <class T>
std::string with(std::string table, std::size_t offset, T value) {
  std::string bytes;
  put_little_endian(bytes, value);
  return table.replace(offset, bytes.size(), bytes);
}

TEST(JiebaTables, AnswerForTheirWords) {
  const std::string bytes = jieba_table_of(small_source());
  JiebaTables tables = JiebaTables::parse(bytes);
  EXPECT_EQ(tables.word_count(), 4U);
  EXPECT_EQ(tables.median_idf(), 5);
  EXPECT_EQ(tables.idf_of("春天"), 2.5);
  EXPECT_EQ(tables.idf_of("月夜光"), 3);
  for (const char* unknown : {"", "春", "月夜", "月夜光光", "b", "\U0001f600", "春\xff", "\xe6"}) {
    EXPECT_EQ(tables.idf_of(unknown), 5) << unknown;
  }
  EXPECT_EQ(tables.digest(), hash64(bytes));
  const std::uint64_t digest = tables.digest();
  const JiebaTables moved = std::move(tables);
  EXPECT_EQ(moved.digest(), digest);
}

TEST(JiebaTables, DigestTellsTablesApart) {
  JiebaSource other = small_source();
  other.emissions[U'月'] = {-1, -1, -1, -1};
  EXPECT_NE(JiebaTables::parse(jieba_table_of(small_source())).digest(),
            JiebaTables::parse(jieba_table_of(other)).digest());
}

TEST(JiebaTables, MayBeEmpty) {
  EXPECT_EQ(JiebaTables::parse(jieba_table_of({})).word_count(), 0U);
}

TEST(JiebaTables, EveryTruncationIsRefused) {
  const std::string table = jieba_table_of(small_source());
  for (std::size_t size = 0; size < table.size(); size += size < 300 ? 1 : 9973) {
    const auto [code, said] = refusal_of_tables(std::string_view(table).substr(0, size));
    EXPECT_EQ(code, ErrorCode::damaged) << size << ' ' << said;
  }
  EXPECT_EQ(refusal_of_tables(table + '\0').first, ErrorCode::damaged);
}

TEST(JiebaTables, EveryFlippedBitIsRefused) {
  std::string table = jieba_table_of(small_source());
  const std::size_t nodes = nodes_offset_of(small_source());
  for (std::size_t at = 0; at < table.size(); at += at < 210 || at >= nodes ? 1 : 50'021) {
    table[at] = static_cast<char>(table[at] ^ 1);
    const ErrorCode expected = at >= 8 && at < 12 ? ErrorCode::unsupported : ErrorCode::damaged;
    EXPECT_EQ(refusal_of_tables(table).first, expected) << at;
    table[at] = static_cast<char>(table[at] ^ 1);
  }
}

TEST(JiebaTables, OtherVersionsAreNotRead) {
  const auto [code, said] =
      refusal_of_tables(with(jieba_table_of(small_source()), 8, std::uint32_t{2}));
  EXPECT_EQ(code, ErrorCode::unsupported);
  EXPECT_THAT(said, testing::HasSubstr("version 2, this program reads version 1"));
}

TEST(JiebaTables, HeadersThatLieAreRefused) {
  const std::string table = jieba_table_of(small_source());
  expect_damaged(with(table, 0, 'F'), 0, "does not begin");
  for (const std::size_t count_at : {24U, 28U, 32U}) {
    for (const std::uint32_t count : {0U, 1U, 1000U, 0xffffffffU}) {
      expect_damaged(with(table, count_at, count), 24, "its counts");
    }
  }
  expect_damaged(with(table, 36, std::uint32_t{1}), 36, "a reserved number");
}

TEST(JiebaTables, NumbersThatAreNoneAreRefused) {
  const std::string table = jieba_table_of(small_source());
  const std::size_t nodes = nodes_offset_of(small_source());
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t at : {std::size_t{40}, std::size_t{192}, std::size_t{200}, nodes - 8}) {
    for (const double number : {infinity, -infinity, nan, 1e102}) {
      expect_damaged(with(table, at, std::bit_cast<std::uint64_t>(number)), at, "no number");
    }
  }
  const std::size_t median_at = 200 + 8 * 5;
  expect_damaged(with(table, median_at, std::bit_cast<std::uint64_t>(-1.0)), median_at, "an idf");
}

// The trie: "" 天 春 月 a | 天空 春天 月夜 a+ | 月夜光, in the order of their characters.
TEST(JiebaTables, TriesThatAreNoneAreRefused) {
  const JiebaSource source = small_source();
  const std::string table = jieba_table_of(source);
  const std::vector<std::u32string> names = jieba_nodes_of(source);
  ASSERT_EQ(names.size(), 10U);
  const std::size_t nodes = nodes_offset_of(source);
  const std::size_t labels = nodes + 8 * 11;
  for (const std::uint32_t first_child : {0U, 2U, 10U, 0xffffffffU}) {
    expect_damaged(with(table, nodes, first_child), nodes, "a node's children");
  }
  for (const std::uint32_t first_child : {0U, 4U, 8U, 11U}) {
    const std::size_t at = nodes + 8 * 10;
    expect_damaged(with(table, at, first_child), at, "a node's children");
  }
  // A node that would be its own child.
  expect_damaged(with(table, nodes + 8 * 9, std::uint32_t{9}), nodes + 8 * 9, "a node's children");
  expect_damaged(with(table, nodes + 8 * 3 + 4, std::uint16_t{5}), nodes + 8 * 3 + 4,
                 "a node's cl");
  expect_damaged(with(table, nodes + 8 * 3 + 6, std::uint16_t{3}), nodes + 8 * 3 + 4,
                 "a node's cl");
  expect_damaged(with(table, nodes + 4, std::uint16_t{1}), nodes + 4, "a node's class");
  expect_damaged(with(table, nodes + 8 * 10 + 6, std::uint16_t{1}), nodes + 8 * 10 + 4, "a node's");
  for (const char16_t label : {u'\0', u' ', u'\u9fd6', u'\uffff'}) {
    expect_damaged(with(table, labels + 2, static_cast<std::uint16_t>(label)), labels + 2,
                   "a char");
  }
  expect_damaged(with(table, labels + 4, std::uint16_t{'a'}), labels + 4, "the characters");
}

TEST(JiebaTables, WordsHaveALimit) {
  JiebaSource source;
  source.scores = {{std::u32string(kJiebaWordCharsMax, U'甲'), -1}};
  EXPECT_EQ(JiebaTables::parse(jieba_table_of(source)).word_count(), 1U);
  source.scores = {{std::u32string(kJiebaWordCharsMax + 1, U'甲'), -1}};
  const auto [code, said] = refusal_of_tables(jieba_table_of(source));
  EXPECT_EQ(code, ErrorCode::damaged);
  EXPECT_THAT(said, testing::HasSubstr("more than 255"));
}

// Any bytes after the header of a sealed table are either rejected or work with any text.
RC_GTEST_PROP(JiebaTablesProperty, ForeignBytesDoNoHarm, ()) {
  std::string table = jieba_table_of(small_source());
  const std::size_t nodes = nodes_offset_of(small_source());
  const int changes = 1 + draw_below(3);
  for (int i = 0; i < changes; ++i) {
    const std::size_t begin = draw_below(4) == 0 ? 24 : nodes;
    const auto at = begin + static_cast<std::size_t>(draw_below(begin == nodes ? 108 : 230));
    const char change = draw_below(2) == 0 ? static_cast<char>(1 << draw_below(8))
                                           : static_cast<char>(draw_below(256));
    table[at] = static_cast<char>(table[at] ^ change);
  }
  seal_jieba_table(table);
  std::shared_ptr<const JiebaTables> tables;
  try {
    tables = std::make_shared<const JiebaTables>(JiebaTables::parse(table));
  } catch (const Error& error) {
    RC_ASSERT(error.code() == ErrorCode::damaged);
    return;
  }
  const std::string text = "春天空 a+ 月夜光 天空春月夜a++ab1.5%";
  for (const bool with_hmm : {false, true}) {
    JiebaSegmenter segmenter(tables, with_hmm);
    std::vector<JiebaWord> words;
    segmenter.cut(text, words);
    std::size_t end = 0;
    for (const JiebaWord& word : words) {
      RC_ASSERT(word.begin == end);
      end = word.end;
    }
    RC_ASSERT(end == text.size());
  }
  RC_ASSERT(!JiebaKeywords(tables).extract(text, 0).empty());
}

}  // namespace
}  // namespace facsim
