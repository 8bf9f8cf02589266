// SPDX-License-Identifier: Apache-2.0
#include "facsim/eval/labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/base/error.h"

namespace facsim {
namespace {

using testing::HasSubstr;

std::string told(const std::vector<LabelledPair>& pairs) {
  std::string text;
  for (const LabelledPair& pair : pairs) {
    text += "[" + pair.first + "|" + pair.second + "|" + (pair.is_duplicate ? "1" : "0") + "@" +
            std::to_string(pair.line) + "]";
  }
  return text;
}

std::string complaint(std::string_view text, std::optional<double> label_min = {}) {
  try {
    (void)parse_pairs(text, "p.tsv", label_min);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "none";
}

TEST(EvalLabels, TabsCommasAndBlanksSeparate) {
  EXPECT_EQ(told(parse_pairs("a b\tc\t1\td\ne\tf\t0\n", "p", {})), "[a b|c|1@1][e|f|0@2]");
  EXPECT_EQ(told(parse_pairs("\"a, \"\"b\"\"\",c,true\r\n\"\",f,FALSE", "p", {})),
            "[a, \"b\"|c|1@1][|f|0@2]");
  EXPECT_EQ(told(parse_pairs("  a   b duplicate\n\n# c\nd\te different x\n", "p", {})),
            "[a|b|1@1][d|e|0@4]");
}

TEST(EvalLabels, TheFirstLineMayBeAHeadingAndNoOther) {
  EXPECT_EQ(told(parse_pairs("\xef\xbb\xbfid1,id2,label\na,b,1\n", "p", {})), "[a|b|1@2]");
  EXPECT_THAT(complaint("a b 1\na b perhaps\n"), HasSubstr("p.tsv:2: 'perhaps' is no label"));
}

TEST(EvalLabels, NumbersBetweenNeedACut) {
  EXPECT_EQ(told(parse_pairs("a b .82\nc d 0.8199\ne f 1\n", "p", .82)),
            "[a|b|1@1][c|d|0@2][e|f|1@3]");
  EXPECT_THAT(complaint("a b 1\na c 0.5\n"), HasSubstr("p.tsv:2"));
  EXPECT_THAT(complaint("a b 0.5\n"), HasSubstr("with label_min"));
  for (const char* label : {"1.01", "-0.1", "nan", "0.5x", "inf", "2"}) {
    EXPECT_THAT(complaint(std::string("a b 1\na b ") + label + "\n", .5), HasSubstr("no label"));
  }
}

TEST(EvalLabels, NothingAtAllIsSaid) {
  EXPECT_THAT(complaint(""), HasSubstr("p.tsv: holds no labelled pair"));
  EXPECT_THAT(complaint("# only this\n\n   \n"), HasSubstr("holds no labelled pair"));
  EXPECT_THAT(complaint("id1 id2 label\n"), HasSubstr("holds no labelled pair"));
  EXPECT_THAT(complaint("a b\n"), HasSubstr("p.tsv:1: needs two ids and a label"));
}

TEST(EvalLabels, ClustersAreTabsOrJson) {
  const auto labels = parse_clusters(
      "#id\tcluster\na b\tc\tmore\n{\"cluster\": 7, \"x\": {}, \"id\": \"d\\u00e9\\n\"}\n", "c");
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0].id + "|" + labels[0].cluster, "a b|c");
  EXPECT_EQ(labels[1].id + "|" + labels[1].cluster, "d\u00e9\n|7");
  EXPECT_EQ(labels[1].line, 3U);
  EXPECT_THROW((void)parse_clusters("", "c"), Error);
  EXPECT_THROW((void)parse_clusters("alone\n", "c"), Error);
  EXPECT_THROW((void)parse_clusters("{\"id\": 3}\n", "c"), Error);
  EXPECT_THROW((void)parse_clusters("{\"id\": \n", "c"), Error);
}

}  // namespace
}  // namespace facsim
