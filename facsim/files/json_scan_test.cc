// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/json_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

using testing::ElementsAre;

// "name=value," for each piece, and "whole" if the end was found.
std::vector<std::string> pieces(std::string_view text, std::size_t open = 0) {
  std::vector<std::string> found;
  JsonPieces walk(text, open);
  for (JsonPiece piece; walk.next(piece);) {
    found.push_back(std::string(piece.name) + "=" +
                    std::string(text.substr(piece.value, piece.end - piece.value)) +
                    (piece.comma == std::string_view::npos ? "" : ","));
  }
  if (walk.whole()) found.emplace_back("whole");
  return found;
}

TEST(JsonPieces, GivesMembersAndElements) {
  EXPECT_THAT(pieces("{}"), ElementsAre("whole"));
  EXPECT_THAT(pieces("[ ]"), ElementsAre("whole"));
  EXPECT_THAT(pieces(R"({"a":1})"), ElementsAre("a=1", "whole"));
  EXPECT_THAT(pieces(R"( { "a" : -1.5e3 , "b":"x\"}" ,"c":[1,{"d":"]"}], "e":null } tail)", 1),
              ElementsAre("a=-1.5e3,", R"(b="x\"}",)", R"(c=[1,{"d":"]"}],)", "e=null", "whole"));
  EXPECT_THAT(pieces(R"([true,"\\",{}])"), ElementsAre("=true,", R"(="\\",)", "={}", "whole"));
}

TEST(JsonPieces, WhatIsNoJsonEndsTheWalk) {
  for (const char* text :
       {"", "x", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{\"a\" 1}",
        "{a:1}", "{\"a\":1]", "[1}", "{\"a\":{\"b\":1}", "[\"x]", "{\"a\":\"\\", "{,}"}) {
    JsonPieces walk(text, 0);
    for (JsonPiece piece; walk.next(piece);) {
    }
    EXPECT_FALSE(walk.whole()) << text;
  }
}

TEST(JsonPieces, DepthCostsNoStack) {
  const std::string deep = "[" + std::string(2'000'000, '[') + std::string(2'000'000, ']') + "]";
  JsonPieces walk(deep, 0);
  JsonPiece piece;
  EXPECT_TRUE(walk.next(piece));
  EXPECT_EQ(piece.end, deep.size() - 1);
  EXPECT_FALSE(walk.next(piece));
  EXPECT_TRUE(walk.whole());
}

RC_GTEST_PROP(JsonPieces, StaysInTheText, ()) {
  const auto letter = rc::gen::element('{', '}', '[', ']', ',', ':', '"', '\\', 'a', ' ');
  const auto text = *rc::gen::container<std::string>(letter);
  JsonPieces walk(text, 0);
  std::size_t last = 0;
  for (JsonPiece piece; walk.next(piece);) {
    RC_ASSERT(last <= piece.begin && piece.begin <= piece.value && piece.value < piece.end);
    RC_ASSERT(piece.end < text.size());
    last = piece.end;
  }
}

TEST(JsonString, UndoesEscapes) {
  EXPECT_EQ(json_string(""), "");
  EXPECT_EQ(json_string(R"(a\"\\\/\b\f\n\r\t)"), "a\"\\/\b\f\n\r\t");
  EXPECT_EQ(json_string(R"(\u0041\u00e9\u4E2d\ud83d\ude00)"),
            "A\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80");
  for (const char* raw : {"\\", "\\x", "\\u", "\\u12", "\\u12g4", "\\ud800", "\\ud800\\n",
                          "\\ud800\\u0041", "\\udc00", "\\ud800\\u12", "\\u+123"}) {
    EXPECT_EQ(json_string(raw), std::nullopt) << raw;
  }
}

}  // namespace
}  // namespace facsim
