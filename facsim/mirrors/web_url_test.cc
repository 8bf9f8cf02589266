// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/web_url.h"

#include <gtest/gtest.h>

#include <string>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

std::string spelled_url(std::string_view text) {
  const ReadUrl read = read_web_url(text);
  return read.skip == UrlSkip::none ? read.url.text() : std::string(name_of(read.skip));
}

TEST(WebUrl, IsSpelledInOneWay) {
  EXPECT_EQ(spelled_url("HTTP://Example.ORG"), "http://example.org/");
  EXPECT_EQ(spelled_url(" https://example.org:443/a#part\n"), "https://example.org/a");
  EXPECT_EQ(spelled_url("http://example.org:080/?"), "http://example.org/");
  EXPECT_EQ(spelled_url("http://example.org:8080?a=1"), "http://example.org:8080/?a=1");
  EXPECT_EQ(spelled_url("http://example.org./%7euser/%c3%a9"), "http://example.org/~user/%C3%A9");
  EXPECT_EQ(spelled_url("http://example.org/caf\xc3\xa9 \"x\""),
            "http://example.org/caf%C3%A9%20%22x%22");
  EXPECT_EQ(spelled_url("http://example.org/a/./b/../c/."), "http://example.org/a/c/");
  EXPECT_EQ(spelled_url("http://example.org/%2e%2e/../a/.."), "http://example.org/");
  EXPECT_EQ(spelled_url("http://example.org//a//b"), "http://example.org//a//b");
  EXPECT_EQ(spelled_url("http://m\xc3\xbcnchen.example/"), "http://m\xc3\xbcnchen.example/");
  EXPECT_EQ(spelled_url("http://[2001:DB8::1]:81/"), "http://[2001:db8::1]:81/");
}

TEST(WebUrl, SkipsWhatIsNone) {
  for (const char* text : {"", "  ", "\t\n"}) EXPECT_EQ(spelled_url(text), "empty");
  for (const char* text : {"example.org/a", "//example.org/", "ftp://example.org/", "mailto:a@b",
                           "http:/example.org", "urn:isbn:1", "/a"}) {
    EXPECT_EQ(spelled_url(text), "not_web") << text;
  }
  for (const char* text : {"http://", "http:///a", "http://?a", "http://a b/",
                           "http://example.org:x", "http://example.org:65536/", "http://[::1/",
                           "http://[x]/", "http://.example.org/", "http://a<b/", "http://\xff/"}) {
    EXPECT_EQ(spelled_url(text), "bad_host") << text;
  }
  EXPECT_EQ(spelled_url("http://user:secret@example.org/"), "user");
  EXPECT_EQ(spelled_url("http://example.org/" + std::string(limits::kLabelBytesMax, 'a')),
            "too_long");
}

// Spelling a URL again does not change it, whatever it is.
TEST(WebUrl, SpellingAgainChangesNothing) {
  for (const char* text :
       {"http://a/%", "http://a/%4", "http://a/%%34%31", "http://a/%zz?%41", "http://a/?%26=&&;a",
        "http://a/\\..\\b", "http://a/;x/..;y/%2E%2E/b", "http://a/.%2e/.", "http://a/??a?b#c#d",
        "http://a/\x01\x7f\xff", "http://a/[|]`{}^", "http://a/%41/%/..", "http://a/%/../?%&%41"}) {
    const std::string once = spelled_url(text);
    EXPECT_EQ(spelled_url(once), once) << text;
  }
}

// A stray '%' that is dropped with its segment, or with its piece by a rule, has no effect
// elsewhere.
TEST(WebUrl, StrayPercentsCountWhereTheyStand) {
  EXPECT_EQ(spelled_url("http://a/%41/%4z%42/%43?%44&%&%45"), "http://a/A/%4z%42/C?D&%&E");
  EXPECT_EQ(spelled_url("http://a/%41/%4z%42/../%43"), "http://a/A/C");
}

TEST(WebUrl, PiecesOfAQuery) {
  EXPECT_TRUE(query_pieces("").empty());
  const auto pieces = query_pieces("a=1&&b&a=2;c=3&=x&");
  ASSERT_EQ(pieces.size(), 6U);
  EXPECT_EQ(pieces[0].name, "a");
  EXPECT_EQ(pieces[1].text, "");
  EXPECT_EQ(pieces[2].name, "b");
  EXPECT_EQ(pieces[3].text, "a=2;c=3");
  EXPECT_EQ(pieces[4].name, "");
  EXPECT_EQ(joined_query(pieces), "a=1&&b&a=2;c=3&=x&");
}

TEST(WebUrl, PiecesOfAPath) {
  EXPECT_TRUE(path_pieces("/a/b").empty());
  const auto pieces = path_pieces("/a;x=1;y/b/c;;z=2/");
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[0].name, "x");
  EXPECT_EQ(pieces[0].text, "x=1");
  EXPECT_EQ(pieces[1].text, "y");
  EXPECT_EQ(pieces[2].text, "");
  EXPECT_EQ(pieces[3].text, "z=2");
}

}  // namespace
}  // namespace facsim
