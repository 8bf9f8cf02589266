// SPDX-License-Identifier: Apache-2.0
#include "facsim/output/member_cuts.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

// The text without its members "facsim"; prefixed with "-" if nothing is left in the object.
std::string cut(const std::string& text) {
  constexpr std::uint64_t kBase = 1000;
  const MemberCuts made = cuts_of_member(text, "facsim", kBase);
  std::string rest = made.leaves_nothing ? "-" : "";
  std::size_t at = 0;
  for (const Edit& edit : made.cuts) {
    EXPECT_LE(kBase + at, edit.begin) << text;
    EXPECT_LT(edit.begin, edit.end) << text;
    EXPECT_TRUE(edit.replacement.empty());
    rest.append(text, at, edit.begin - kBase - at);
    at = edit.end - kBase;
  }
  return rest.append(text, at);
}

TEST(MemberCuts, EveryPlaceOfTheComma) {
  EXPECT_EQ(cut(R"({"a":1, "facsim": {"b": [1, 2]}})"), R"({"a":1})");
  EXPECT_EQ(cut(R"({ "a":1   , "facsim": null})"), R"({ "a":1   })");
  EXPECT_EQ(cut(R"({"facsim": "},{", "a":1})"), R"({ "a":1})");
  EXPECT_EQ(cut(R"({"a":1,"facsim":{} , "b":2 })"), R"({"a":1 , "b":2 })");
  EXPECT_EQ(cut(R"({"facsim":1})"), "-{}");
  EXPECT_EQ(cut(R"({ "facsim" : 1 })"), "-{  }");
  EXPECT_EQ(cut("{}"), "-{}");
}

TEST(MemberCuts, SeveralOfTheName) {
  EXPECT_EQ(cut(R"({"facsim":1,"facsim":2})"), "-{}");
  EXPECT_EQ(cut(R"({"facsim":1,"facsim":2,"a":3})"), R"({"a":3})");
  EXPECT_EQ(cut(R"({"facsim":1,"a":3,"facsim":2})"), R"({"a":3})");
  EXPECT_EQ(cut(R"({"a":3,"facsim":1,"facsim":2,"b":4,"facsim":5})"), R"({"a":3,"b":4})");
}

TEST(MemberCuts, OnlyMembersOfTheOuterObject) {
  for (const char* text :
       {R"({"a":{"facsim":1}})", R"({"a":"\"facsim\":1"})", R"({"facsim2":1,"Facsim":2})",
        R"({"a":["facsim"]})", R"([])", "", "rubbish", R"({"a":1,"facsim":2)", R"({"facsim":1,)"}) {
    EXPECT_EQ(cut(text), text);
  }
}

TEST(MemberCuts, ANameSpelledWithEscapesIsTheSameName) {
  EXPECT_EQ(cut(R"({"a":1,"\u0066acsim":2})"), R"({"a":1})");
  EXPECT_EQ(cut(R"({"a":1,"\u0067acsim":2})"), R"({"a":1,"\u0067acsim":2})");
}

TEST(MemberCuts, WhatStandsAroundTheObjectStays) {
  EXPECT_EQ(cut("\xef\xbb\xbf \t{\"a\":\"\xff\",\"facsim\":1} \r"),
            "\xef\xbb\xbf \t{\"a\":\"\xff\"} \r");
}

RC_GTEST_PROP(MemberCuts, LeaveTheOtherMembersInOrder, ()) {
  const auto names = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "facsim", "b"));
  std::string text;
  std::string expected;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string member = "\"" + names[i] + "\":" + std::to_string(i);
    text += (text.empty() ? "" : ",") + member;
    if (names[i] != "facsim") expected += (expected.empty() ? "" : ",") + member;
  }
  RC_ASSERT(cut("{" + text + "}") == (expected.empty() ? "-{" : "{") + expected + "}");
}

}  // namespace
}  // namespace facsim
