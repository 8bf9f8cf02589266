// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/idf_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "facsim/base/error.h"
#include "facsim/features/mixed_text_for_test.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::pair<ErrorCode, std::string> refusal_of_idf(std::string_view text) {
  try {
    static_cast<void>(IdfTable::parse(text));
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {ErrorCode::cancelled, "not refused"};
}

TEST(IdfTable, ReadsTheFormatOfJieba) {
  const IdfTable table = IdfTable::parse("春天 1.5\n the 0\r\n  天空 13.900677652 \nx 2e1");
  EXPECT_EQ(table.size(), 4U);
  EXPECT_EQ(table.of("春天"), 1.5);
  EXPECT_EQ(table.of("the"), 0);
  EXPECT_EQ(table.of("天空"), 13.900677652);
  EXPECT_EQ(table.of("x"), 20);
  EXPECT_TRUE(table.has("the"));
  EXPECT_EQ(table.documents(), 0U);
}

TEST(IdfTable, ReadsOurFormat) {
  const IdfTable table =
      IdfTable::parse("# facsim idf 1 documents=1200\r\nof the\t1.5\n a\t2\n天空\t3\n");
  EXPECT_EQ(table.documents(), 1200U);
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.of("of the"), 1.5);
  EXPECT_EQ(table.of(" a"), 2);
  EXPECT_FALSE(table.has("a"));
}

TEST(IdfTable, UnknownWordsHaveTheMedian) {
  EXPECT_EQ(IdfTable::parse("a 5\nb 1\nc 3\n").of("z"), 3);
  const IdfTable even = IdfTable::parse("a 5\nb 1\nc 3\nd 4\n");
  EXPECT_EQ(even.median(), 4);  // element 4 / 2 of 1 3 4 5
  EXPECT_EQ(even.of(""), 4);
  EXPECT_FALSE(even.has(""));
}

TEST(IdfTable, TheLastOfTwoLinesCounts) {
  const IdfTable table = IdfTable::parse("a 1\nb 2\na 3\n");
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table.of("a"), 3);
  EXPECT_EQ(table.median(), 3);
}

TEST(IdfTable, AByteOrderMarkIsNoPartOfAWord) {
  EXPECT_EQ(IdfTable::parse("\xef\xbb\xbf"
                            "a 1\n")
                .of("a"),
            1);
  EXPECT_EQ(IdfTable::parse("\xef\xbb\xbf# facsim idf 1 documents=3\na\t1\n").documents(), 3U);
}

TEST(IdfTable, BrokenLinesAreNamed) {
  for (const char* line :
       {"", "word", "word\t1", "word ", "word  1", "word 1 n", "word +1", "word 1,5", "word 0x10",
        "word 1e999", "word inf", "word nan", "word -1", "wor\xff 1", "   "}) {
    const auto [code, said] = refusal_of_idf("a 1\nb 2\n" + std::string(line) + "\nc 3\n");
    EXPECT_EQ(code, ErrorCode::invalid_argument) << line;
    EXPECT_THAT(said, StartsWith("idf table: line 3: ")) << line;
  }
  for (const char* line : {"", "word 1", "\t1", "word\t1\t2", "word\t", "word\t1 "}) {
    const auto [code, said] =
        refusal_of_idf("# facsim idf 1 documents=9\na\t1\n" + std::string(line) + "\nb\t2\n");
    EXPECT_EQ(code, ErrorCode::invalid_argument) << line;
    EXPECT_THAT(said, StartsWith("idf table: line 3: ")) << line;
  }
}

TEST(IdfTable, HeadersAreChecked) {
  for (const char* header : {"# facsim idf ", "# facsim idf x documents=1", "# facsim idf 1",
                             "# facsim idf 1 documents=", "# facsim idf 1 documents=-1",
                             "# facsim idf 1 documents=1 more"}) {
    const auto [code, said] = refusal_of_idf(std::string(header) + "\na\t1\n");
    EXPECT_EQ(code, ErrorCode::invalid_argument) << header;
    EXPECT_THAT(said, StartsWith("idf table: line 1: ")) << header;
  }
  const auto [code, said] = refusal_of_idf("# facsim idf 2 documents=1 smooth\na\t1\n");
  EXPECT_EQ(code, ErrorCode::unsupported);
  EXPECT_THAT(said, HasSubstr("version 2, this program reads version 1"));
}

TEST(IdfTable, NoWordsAreNoTable) {
  EXPECT_EQ(refusal_of_idf("").first, ErrorCode::invalid_argument);
  EXPECT_EQ(refusal_of_idf("# facsim idf 1 documents=0\n").first, ErrorCode::invalid_argument);
}

TEST(IdfTable, DigestIsThatOfTheAnswers) {
  const std::uint64_t digest = IdfTable::parse("a 1\nb 2\n").digest();
  EXPECT_EQ(IdfTable::parse("b 2.0\r\na 7\na 1").digest(), digest);
  EXPECT_EQ(IdfTable::parse("# facsim idf 1 documents=5\na\t1\nb\t2\n").digest(), digest);
  EXPECT_EQ(IdfTable::parse("a 0\n").digest(), IdfTable::parse("a -0\n").digest());
  for (const char* other : {"a 1\n", "a 2\nb 1\n", "a 1\nb 2\nc 2\n", "a 1\nbb 2\n"}) {
    EXPECT_NE(IdfTable::parse(other).digest(), digest) << other;
  }
}

// If this digest changes, every recipe with an idf table becomes a different recipe.
TEST(IdfTable, PinnedDigest) {
  EXPECT_EQ(IdfTable::parse("春天 1.5\nthe 0\n").digest(), 1028192219084425606U);
}

RC_GTEST_PROP(IdfTableProperty, AnswersAsAMap, ()) {
  std::map<std::string, double> expected;
  std::string text;
  const int lines = 1 + draw_below(200);
  for (int i = 0; i < lines; ++i) {
    const std::string word = "w" + std::to_string(draw_below(150));
    const double idf = draw_below(1000) / 64.0;
    expected[word] = idf;
    text += word + " " + std::to_string(idf) + "\n";
  }
  const IdfTable table = IdfTable::parse(text);
  RC_ASSERT(table.size() == expected.size());
  for (const auto& [word, idf] : expected) RC_ASSERT(table.of(word) == idf);
  std::vector<double> values;
  for (const auto& [word, idf] : expected) values.push_back(idf);
  std::sort(values.begin(), values.end());
  RC_ASSERT(table.of("absent") == values[values.size() / 2]);
}

// Any bytes give a table or an error that names a line.
RC_GTEST_PROP(IdfTableProperty, ForeignBytesDoNoHarm, ()) {
  std::string text = draw_below(2) == 0 ? "a 1\n天空 2\nthe 3.5\n"
                                        : "# facsim idf 1 documents=12\na\t1\n天空\t2\nthe\t3.5\n";
  const int changes = draw_below(4);
  for (int i = 0; i < changes; ++i) {
    const auto at = static_cast<std::size_t>(draw_below(static_cast<int>(text.size())));
    text[at] = static_cast<char>(draw_below(256));
  }
  try {
    const IdfTable table = IdfTable::parse(text);
    RC_ASSERT(table.size() > 0U);
    RC_ASSERT(table.of("the") >= 0);
  } catch (const Error& error) {
    RC_ASSERT(std::string_view(error.what()).find(": line ") != std::string_view::npos);
  }
}

}  // namespace
}  // namespace facsim
