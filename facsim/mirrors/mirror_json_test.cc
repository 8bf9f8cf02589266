// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/mirror_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "facsim/base/error.h"
#include "facsim/mirrors/nutch_rules.h"

namespace facsim {
namespace {

using enum UrlRuleKind;

MirrorReport report_of(std::vector<UrlRule> rules) {
  MirrorReport report;
  for (UrlRule& rule : rules) report.rules.emplace_back().rule = std::move(rule);
  return report;
}

TEST(RulesFile, IsReadAsItWasWritten) {
  const std::vector<UrlRule> rules = {
      {.kind = drop_parameters, .site = "a.org", .names = {"a\"b", "c"}},
      {.kind = move_prefix, .site = "b.org", .from = "b.org/x/", .to = "a.org/"},
      {.kind = replace_ending, .from = "-print", .to = ""},
      {.kind = drop_values, .site = "a.org", .names = {"all", "print=1"}},
      {.kind = sort_parameters}};
  EXPECT_EQ(read_rules_file(rules_file(report_of(rules)), "f"), rules);
}

TEST(RulesFile, SaysWhatIsWrong) {
  const auto code_of = [](const std::string& json) {
    try {
      (void)read_rules_file(json, "f");
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::cancelled;
  };
  const std::string begin = R"({"format":"facsim url rules","version":1,"rules":)";
  EXPECT_EQ(code_of(""), ErrorCode::damaged);
  EXPECT_EQ(code_of("[]"), ErrorCode::damaged);
  EXPECT_EQ(code_of("{}"), ErrorCode::unsupported);
  EXPECT_EQ(code_of(R"({"format":"facsim url rules","version":2,"rules":[]})"),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of(begin + "3}"), ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + "[3]}"), ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + "[{}]}"), ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + R"([{"kind":"fly"}]})"), ErrorCode::unsupported);
  EXPECT_EQ(code_of(begin + R"([{"kind":"drop_parameters"}]})"), ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + R"([{"kind":"drop_parameters","names":[3]}]})"), ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + R"([{"kind":"move_prefix","from":"a","to":"b/"}]})"),
            ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + R"([{"kind":"drop_segment","from":"a/b"}]})"), ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + R"([{"kind":"replace_segment","from":"a","to":".."}]})"),
            ErrorCode::damaged);
  EXPECT_EQ(code_of(begin + R"([{"kind":"drop_values"}]})"), ErrorCode::damaged);
  for (const char* name : {"", "a=1&b=2", "a#"}) {
    const std::string rule = R"([{"kind":"drop_values","names":["a=1",")" + std::string(name);
    EXPECT_EQ(code_of(begin + rule + "\"]}]}"), ErrorCode::damaged) << name;
  }
  EXPECT_EQ(code_of(begin + "[]}"), ErrorCode::cancelled);  // accepted
}

TEST(RulesFile, NamesTheLine) {
  const auto said_of = [](const std::string& json) -> std::string {
    try {
      (void)read_rules_file(json, "f");
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  const std::string begin = "{\n\"version\":1,\"format\":\"facsim url rules\",\n\"rules\":[\n";
  const std::string sound = "{\"kind\":\"use_https\",\n\"names\":[\n]},\n";
  EXPECT_THAT(said_of(begin + sound + "{\"kind\":\"drop_segment\"}]}"),
              testing::HasSubstr("rule 2 (line 7): from is empty"));
  EXPECT_THAT(said_of(begin + sound + "[[1,{\"rules\":[]}]]]}"),
              testing::HasSubstr("rule 2 (line 7): is no object"));
  EXPECT_THAT(said_of(begin + "7]}"), testing::HasSubstr("rule 1 (line 4)"));
  EXPECT_THAT(said_of(begin + "7],\n\"rules\":[\n8]}"), testing::HasSubstr("rule 1 (line 6)"));
  EXPECT_THAT(said_of(begin + sound + "{\"kind\":\"fly\"}]}"),
              testing::HasSubstr("rule 2 (line 7): this program knows no kind 'fly'"));
  EXPECT_THAT(said_of(begin + "{\"kind\":\"use_https\",\"siet\":\"a.org\"}]}"),
              testing::HasSubstr("rule 1 (line 4): this program knows no member 'siet'"));
  EXPECT_THAT(said_of(begin + sound + "{\n\"kind\" 7}]}"), testing::HasSubstr("from line 8"));
  EXPECT_THAT(said_of(begin), testing::HasSubstr("from line 4"));
  EXPECT_THAT(said_of(begin + "{\"kind\":5E5555}]}"), testing::HasSubstr("from line 4"));
  EXPECT_THAT(said_of(begin + "{\"kind\":\"use_https\",\"site\":\"\xff\"}]}"),
              testing::HasSubstr("from line 4"));
}

TEST(MirrorsJson, CutsLists) {
  const MirrorReport report = report_of({{.kind = sort_parameters}, {.kind = lower_case}});
  EXPECT_NE(mirrors_json(report).find("lower_case"), std::string::npos);
  const std::string cut = mirrors_json(report, 1);
  EXPECT_EQ(cut.find("lower_case"), std::string::npos);
  EXPECT_NE(cut.find(R"("truncated":true)"), std::string::npos);
}

TEST(NutchRules, AreEscaped) {
  const std::string xml = nutch_rules(
      {{.kind = move_prefix, .from = "b.org/a&b/", .to = "a.org/$1\\<x>/"}, {.kind = lower_case}});
  EXPECT_NE(xml.find("<pattern>^(https?://)b\\.org\\/a\\&amp;b\\/</pattern>"), std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<substitution>$1a.org/\\$1\\\\&lt;x&gt;/</substitution>"), std::string::npos)
      << xml;
  EXPECT_NE(xml.find("1 rules of order or case"), std::string::npos);
}

}  // namespace
}  // namespace facsim
